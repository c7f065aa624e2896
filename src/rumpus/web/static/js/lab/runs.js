/** Lists runs of the command line and experiments of browsers. */

import { h } from "../ui/dom.js";
import { pictureOf } from "../ui/games.js";
import { changeWords } from "../ui/options.js";
import { count, span, timeIsUp } from "./words.js";

/** Progress of a run in one sentence. */
function state(run) {
  const done = `${count(run.done)} of ${count(run.games)} games`;
  if (run.state === "broken") return `Cannot be read: ${run.trouble}`;
  if (run.state === "done") return `Done: ${count(run.games)} games`;
  if (run.state === "stopped") return `Stopped after ${done}; the same command continues`;
  return run.left === null ? `Playing: ${done}` : `Playing: ${done}, ${span(run.left)} left`;
}

/** Names and counts of the bots: greedy × 2. */
function players(run) {
  const times = new Map();
  for (const name of run.players) times.set(name, (times.get(name) || 0) + 1);
  return [...times].map(([name, many]) => (many > 1 ? `${name} × ${many}` : name)).join(", ");
}

function runRow(run, games) {
  const changes = Object.entries(run.changes).map(([name, value]) => `${name} = ${value}`);
  return h(
    "li",
    { class: `run ${run.state}`, key: `run ${run.name}` },
    h("img", { src: pictureOf(games, run.game), alt: "", width: 96, height: 72 }),
    h(
      "div",
      { class: "run-facts" },
      h("h3", {}, run.title || "A run"),
      run.players.length
        ? h("p", {}, `Between ${players(run)}${changes.length ? `, with ${changes.join(", ")}` : ", standard rules"}`)
        : null,
      h("p", { class: "run-state" }, state(run)),
      run.state === "playing"
        ? h("progress", { max: run.games, value: run.done, "aria-label": `Games of ${run.name} that are done` })
        : null,
      h("small", {}, h("code", {}, run.name)),
    ),
    run.done && run.state !== "broken"
      ? h(
          "a",
          {
            class: run.state === "done" ? "button primary" : "button",
            href: `/lab/${encodeURIComponent(run.name)}`,
            "aria-label": `Report of ${run.name}`,
          },
          run.state === "done" ? "Open the report" : "Report so far",
        )
      : null,
  );
}

const STATES = {
  playing: "Running",
  waiting: "Waiting",
  stopped: "Stopped",
  done: "Done",
  broken: "Failed",
};
const KINDS = { compare: "Compare", effects: "All options at once", worth: "Card values" };

function experimentRow(experiment, games) {
  const game = games.find((one) => one.name === experiment.game);
  const words = changeWords(game, experiment.changes, experiment.base).join(" · ");
  const done = Math.min(...experiment.done);
  return h(
    "li",
    { class: `run ${experiment.state}`, key: `experiment ${experiment.name}` },
    h("img", { src: pictureOf(games, experiment.game), alt: "", width: 96, height: 72 }),
    h(
      "div",
      { class: "run-facts" },
      h("h3", {}, experiment.title || `${game?.title || experiment.game}: ${KINDS[experiment.kind].toLowerCase()}`),
      h(
        "p",
        {},
        [
          words || (experiment.of ? `every ${experiment.of}` : "standard rules"),
          experiment.strengths.join(" and "),
        ].join(", among "),
      ),
      h(
        "p",
        { class: "run-state" },
        `${timeIsUp(experiment) ? "Done, time is up" : STATES[experiment.state]}: ${count(done)} of ${count(experiment.most)} deals${experiment.kept ? ", kept" : ""}${experiment.trouble ? ` (${experiment.trouble})` : ""}`,
      ),
    ),
    h(
      "a",
      {
        class: "button",
        href: `/lab/i/${encodeURIComponent(experiment.name)}`,
        "aria-label": `Open ${experiment.title || experiment.name}`,
      },
      "Open",
    ),
  );
}

export function runsTab({ runs, inquiries, shown, games }) {
  return h(
    "div",
    { class: "lab-page", key: "runs" },
    inquiries.length
      ? [
          h("h2", { key: "asked" }, "Your comparisons"),
          h(
            "ul",
            { class: "runs", "aria-label": "Experiments", key: "inquiries" },
            inquiries.map((one) => experimentRow(one, games)),
          ),
        ]
      : null,
    h("h2", { key: "played" }, "Runs of the command line"),
    runs.length
      ? h(
          "ul",
          { class: "runs", "aria-label": "Runs", key: "list" },
          runs.map((run) => runRow(run, games)),
        )
      : h(
          "p",
          { class: "nothing", key: "nothing" },
          shown ? "None yet." : "This server does not show its runs. Its host can show them with --lab FOLDER.",
        ),
    shown && games.length
      ? h(
          "details",
          { class: "lab-begin", key: "begin" },
          h("summary", {}, "How to start a run"),
          h("p", {}, "In the folder where this server was started:"),
          h("pre", { tabindex: 0 }, `rumpus lab run ${games[0].name} --games 10000`),
          h("p", {}, "It appears here while it runs. You can open its report after the first games."),
        )
      : null,
  );
}
