"""Carries out messages about profiles."""

from __future__ import annotations

from rumpus.core.errors import RumpusError
from rumpus.service.profiles.games import export, my_games
from rumpus.service.profiles.passkeys import Passkeys
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.runtime import protocol as m
from rumpus.service.tables.presence import Visitor


async def answer_profile(
    profiles: Profiles, passkeys: Passkeys, visitor: Visitor, asked: m.AnyProfileMessage
) -> m.ServerMessage:
    match asked:
        case m.SignIn():
            return await profiles.sign_in(visitor, asked)
        case m.ProfileNew():
            return await profiles.new(visitor, asked)
        case m.ProfileChange():
            return await profiles.change(visitor, asked)
        case m.ProfileDelete():
            return await profiles.delete(visitor)
        case m.ProfileExport():
            return await export(profiles, visitor)
        case m.DeviceOut():
            return await profiles.sign_device_out(visitor, asked)
        case m.LinkNew():
            return await profiles.new_link(visitor)
        case m.LinkLook():
            return await profiles.look_at_link(asked)
        case m.LinkUse():
            return await profiles.use_link(visitor, asked)
        case m.PasskeyOptions():
            return await passkeys.options(visitor)
        case m.PasskeyAdd():
            return await passkeys.add(visitor, asked)
        case m.PasskeyOut():
            return await passkeys.remove(visitor, asked)
        case m.PasskeyAsk():
            return await passkeys.ask(visitor)
        case m.PasskeyUse():
            return await passkeys.use(visitor, asked)
        case m.MyGamesAsk():
            return await my_games(profiles, visitor, asked)
    raise RumpusError("This request is not known.")
