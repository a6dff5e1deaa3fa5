import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

export const MAPS = '/api/v1/namespaces/default/configmaps'
export const MAP_LIST = '#/list/_/v1/configmaps'

/** Sends a request that must succeed. */
export async function send(url: string, method: string, path: string, body?: object): Promise<void> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': type },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  assert.ok(response.ok, text)
}

export const createMaps = async (url: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await send(url, 'POST', MAPS, { metadata: { name, labels: { name } }, data: { key: 'value' } })
  }
}

export const rows = (page: Page): Locator => page.locator('.grid-row')
export const row = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })

/** The names in the table, in their order. */
export async function names(page: Page): Promise<string[]> {
  const found = await rows(page).evaluateAll((all) =>
    all.map((each) => [Number(each.ariaRowIndex), each.querySelector('a')?.textContent ?? ''] as const),
  )
  return found.toSorted(([one], [other]) => one - other).map(([, name]) => name)
}

/** Waits until the table has these names. */
export async function expectNames(page: Page, expected: readonly string[]): Promise<void> {
  const deadline = performance.now() + 60_000
  let found = await names(page)
  while (found.join() !== expected.join() && performance.now() < deadline) {
    await page.waitForTimeout(50)
    found = await names(page)
  }
  assert.deepEqual(found, expected)
}

/** Waits until an expression is true in the page. The policy of the page forbids `waitForFunction`. */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await page.evaluate(`Boolean(${expression})`))) {
    assert.ok(performance.now() < deadline, expression)
    await page.waitForTimeout(50)
  }
}
