import { readFileSync } from 'node:fs'

/** The unit in which Linux reports processor time to programs, on every architecture. */
const TICKS_PER_SECOND = 100

/** Processor time that a process has taken so far, user and system, in microseconds. */
export function processorTime(pid: number): number {
  // The name of the program stands in brackets and may hold anything, also blanks and brackets.
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6
}

/** What the system calls a kB are 1,024 bytes; a megabyte here is a million of them. */
const MEGABYTES_PER_KB = 1024 / 1e6

/** Memory of a process in megabytes: all that is resident, and the part of it that is in no file. */
export function residentMemory(pid: number): { all: number; own: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1')
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * MEGABYTES_PER_KB
  return { all: field('VmRSS'), own: field('RssAnon') }
}
