import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shorter texts are found by chance. */
const MIN_LENGTH = 8
const TEST_FILE = /\.(test|examples|contract)\.ts$/

const sources = [...filesBelow('test', /\.ts$/), ...filesBelow('src', TEST_FILE)]
  .map((file) => readFileSync(file, 'utf8').replace(/\\(['"`/.[\](){}?*+|^$-])/g, '$1'))
  .join('\n')

function filesBelow(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
}

/** Whether a test contains the text: the longest part between its placeholders. */
export function isInTests(text: string): boolean {
  const parts = text
    .replace(/^…\s*/, '')
    .split(/\{[^{}]*\}|…|\n|, e\.g\. | \(plain 500\)/)
    .map((part) => part.trim())
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '')
  return longest.length >= MIN_LENGTH && sources.includes(longest)
}
