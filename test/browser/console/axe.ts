import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { until } from './objects.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RESTYLE = `(() => {
  const { style } = document.body
  style.display = 'none'
  document.body.getBoundingClientRect()
  style.display = ''
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
})()`

/** What axe has found: the rules and the elements. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(AXE)
  // What is on its way is half transparent, or not there yet.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))')
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]))`)
}

/** Both themes are accessible, and nothing is wider than a narrow window. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Some elements keep the colors of the other theme until they are laid out again.
    await page.evaluate(RESTYLE)
    assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 400, height: 800 })
  await until(page, 'innerWidth === 400 && document.documentElement.scrollWidth === 400')
  assert.deepEqual(await violations(page), [], `${what}, narrow`)
  await page.setViewportSize({ width: 1280, height: 900 })
}
