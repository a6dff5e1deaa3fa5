import { readFileSync } from 'node:fs'

/** The unit of processor time in /proc, on every architecture. */
const TICKS_PER_SECOND = 100

/** Processor time of a process so far, user and system, in microseconds. */
export function processorTime(pid: number): number {
  // The program name is in parentheses and may contain spaces and parentheses itself.
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6
}

/** A kB in /proc is 1,024 bytes; a megabyte here is a million bytes. */
const MEGABYTES_PER_KB = 1024 / 1e6

/** Memory of a process in megabytes: resident, and the anonymous part of it. */
export function residentMemory(pid: number): { all: number; own: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1')
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * MEGABYTES_PER_KB
  return { all: field('VmRSS'), own: field('RssAnon') }
}
