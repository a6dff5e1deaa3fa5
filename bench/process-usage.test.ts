import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { processorTime, residentMemory } from './process-usage.js'

const skip = existsSync('/proc/self/stat') ? false : 'needs /proc'

test('processor time rises as the process works', { skip }, () => {
  const before = processorTime(process.pid)
  const usage = process.cpuUsage()
  // Several ticks of the processor time clock.
  while (process.cpuUsage(usage).user < 50_000) Math.sqrt(before)
  assert.ok(processorTime(process.pid) > before)
})

test('resident memory is more than nothing, and only part of it is in no file', { skip }, () => {
  const { all, own } = residentMemory(process.pid)
  assert.ok(own > 0 && all > own)
})
