#!/usr/bin/env node
import { argumentsOf } from './program-name.js'
import { run } from './run.js'

// A closed pipe is not an error.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

/** Not a top-level await: lazily loaded modules import this one and would wait for it. */
async function main(): Promise<number> {
  try {
    return await run(argumentsOf(process.argv), process.env, {
      print: (line) => process.stdout.write(`${line}\n`),
      printError: (line) => process.stderr.write(`${line}\n`),
      writeBytes: (bytes) =>
        new Promise((resolve, reject) => {
          process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
        }),
      screen: process.stderr.isTTY
        ? { columns: process.stderr.columns || 80, write: (text) => process.stderr.write(text) }
        : undefined,
      signals: process,
    })
  } catch (error) {
    process.stderr.write(`binnacle: ${error instanceof Error ? error.stack : String(error)}\n`)
    return 1
  }
}

// Exit explicitly: nothing that a closing server left open must keep the process alive.
void main().then((code) => process.exit(code))
