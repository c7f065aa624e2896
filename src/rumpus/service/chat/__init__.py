"""Chat at tables: emotes, quick phrases and free text; reports, mutes and bans."""
