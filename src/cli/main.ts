#!/usr/bin/env node
import { run } from './run.js'

// The reader of our output may stop reading; that is no reason to fail.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

/** Not awaited at the top: parts that are loaded later share modules with this one, and would wait for it to be done. */
async function main(): Promise<number> {
  try {
    return await run(process.argv.slice(2), process.env, {
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

// Not left to the event loop: what a closing server could not end must not keep the process.
void main().then((code) => process.exit(code))
