import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Asserts that axe-core finds nothing on the page in either color scheme, except in `ignored` elements. */
export async function assertAccessible(page: Page, ignored: readonly string[] = []): Promise<void> {
  // The policy of the page forbids inline scripts, not those of the debugger.
  await page.evaluate(SOURCE)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const context = JSON.stringify({ exclude: ignored })
    const { violations } = (await page.evaluate(`axe.run(${context})`)) as { violations: Violation[] }
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${colorScheme} ${id}: ${html}\n${failureSummary}`),
    )
    assert.deepEqual(found, [])
  }
}
