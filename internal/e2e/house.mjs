// A server of its own, for a test that kills it and starts it again.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyPort } from "./programs.mjs";
import { until } from "./robot.mjs";

export class House {
  /** @param {...string} args flags besides those that every server of a test has */
  constructor(...args) {
    this.args = args;
    this.data = mkdtempSync(join(tmpdir(), "parlour-house-"));
    this.url = "";
  }

  /** Starts it, always on the same port, which nobody takes while it is gone. */
  async start() {
    if (this.runs) return;
    const address = this.url ? new URL(this.url).host : "127.0.0.1:" + anyPort();
    this.process = spawn(process.env.PARLOUR, [
      ...["serve", "--addr", address, "--data", this.data, "--bot-delay", "0", "--rate", "0"],
      ...this.args,
    ]);
    let said = "";
    this.process.stdout.on("data", (text) => (said += text));
    this.process.stderr.on("data", (text) => (said += text));
    await until("the server to start", () => said.includes("open at http://" + address) || !this.runs);
    if (!this.url && !this.runs && said.includes("another program uses")) return this.start();
    assert.ok(this.runs, said);
    this.url = "http://" + address;
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
