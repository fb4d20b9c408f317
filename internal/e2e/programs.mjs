// Programs that run beside a test: browsers, and what they need.

import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * The files of outside programs, as internal/programs finds them.
 *
 * @type {{ chromium: string, firefox: string, WebKitWebDriver: string, Xvfb: string, python3: string }}
 */
export const programs = JSON.parse(process.env.PROGRAMS ?? "{}");

/** A port that the system does not hand out to others by itself. Somebody may listen there all the same. */
export const anyPort = () => 12_000 + Math.floor(Math.random() * 18_000);

/**
 * Starts a program. It stays in the process group of the test, and so it ends
 * with the test whatever happens.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} env what it finds in its environment besides ours
 */
export async function launch(file, args, env = {}) {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  await once(child, "spawn");
  return watched(file, child);
}

/** @param {string} name @param {import("node:child_process").ChildProcess} child */
function watched(name, child) {
  let said = "";
  const heard = new EventTarget();
  for (const pipe of child.stdio.slice(1)) {
    pipe.on("data", (text) => {
      said = (said + text).slice(-20_000);
      heard.dispatchEvent(new Event("said"));
    });
  }
  const ended = once(child, "exit").then(() => heard.dispatchEvent(new Event("said")));
  const over = () => child.exitCode !== null || child.signalCode !== null;
  return {
    /** Whether it has ended. */
    over,
    /** Waits until it says something, on its outputs or on file 3. @param {RegExp} what */
    async says(what) {
      for (;;) {
        const match = said.match(what);
        if (match) return match;
        if (over()) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}: ${said}`);
        await once(heard, "said");
      }
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
