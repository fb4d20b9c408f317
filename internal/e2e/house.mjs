// A server of its own, for a test that kills it and starts it again.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./robot.mjs";

export class House {
  /** @param {...string} args flags besides those that every server of a test has */
  constructor(...args) {
    this.args = args;
    this.data = mkdtempSync(join(tmpdir(), "parlour-house-"));
    this.port = "0";
    this.url = "";
  }

  async start() {
    if (this.runs) return;
    const address = "127.0.0.1:" + this.port;
    this.process = spawn(process.env.PARLOUR, [
      ...["serve", "--addr", address, "--data", this.data, "--bot-delay", "0", "--rate", "0"],
      ...this.args,
    ]);
    let said = "";
    this.process.stdout.on("data", (text) => (said += text));
    this.process.stderr.on("data", (text) => (said += text));
    const found = () => /open at (http:\S+)/.exec(said)?.[1];
    await until("the server to start", () => found() || !this.runs);
    this.url = found() ?? assert.fail(said);
    this.port = new URL(this.url).port; // the same when it comes back
  }

  get runs() {
    return this.process && this.process.exitCode === null && this.process.signalCode === null;
  }

  async kill() {
    if (!this.runs) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await gone;
  }

  /** Ends it for good. */
  async drop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
