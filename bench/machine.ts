import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { median } from './rounds.js'
import { newFolder } from './workspace.js'

const SYNCS = 50

/** Describes the machine, so that readers can compare figures. */
export async function describeMachine(): Promise<string> {
  const folder = await newFolder('machine')
  const facts = {
    processor: `${processorModel()}, ${cpus().length} cores`,
    memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    system: `${type()} ${release()} (${process.arch})`,
    node: process.version,
    disk: `${fileSystem(folder)}; a write of 4 KiB is on it in ${syncTime(folder).toFixed(2)} ms`,
  }
  return Object.entries(facts)
    .map(([name, fact]) => `- ${name}: ${fact}`)
    .join('\n')
}

/** Node reports the CPU model only on some architectures. */
function processorModel(): string {
  const model = said('lscpu', []).match(/^Model name:\s+(.+)$/m)?.[1]
  return model ?? cpus()[0]?.model ?? 'unknown'
}

function fileSystem(folder: string): string {
  return said('df', ['--output=fstype', folder]).trim().split('\n').at(-1) || 'unknown file system'
}

/** The output of a system tool; empty if it is missing. */
function said(tool: string, args: readonly string[]): string {
  try {
    return execFileSync(tool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/** Duration of an fsync in milliseconds, which every durable write waits for. */
function syncTime(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = Buffer.alloc(4096)
  const times = Array.from({ length: SYNCS }, () => {
    const before = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    return performance.now() - before
  })
  closeSync(file)
  return median(times)
}
