import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { FastClient } from '#test/support/fast-client.js'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { browserMissing, openBrowser } from '../chromium.js'
import { recordLongTasks, type Task } from './main-thread.js'
import { MAP_LIST, MAPS, row } from './objects.js'

const OBJECTS = 5_000
const WRITES = 20_000
const WRITES_PER_SECOND = 1_000
const BATCH = 50
/**
 * Longer tasks would be noticed. This is what the thread computes, not how long it waits for a processor: other programs
 * do not change it.
 */
const MAX_TASK_CPU_MS = 200

describe('the tables of the console', { skip: browserMissing }, () => {
  it('stay right and responsive while 5,000 objects change a thousand times a second', async (t) => {
    const server = await ServerProcess.start(['--storage', 'memory'])
    t.after(() => server.stop())
    const { url } = server
    const client = new FastClient(url)
    t.after(() => client.close())
    const write = async (method: string, path: string, body: object, type?: string) => {
      const { status } = await client.send(method, path, body, type)
      assert.ok(status < 300, `${method} ${path}: ${status}`)
    }
    const browser = await openBrowser()
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    const nameOf = (index: number) => `map-${String(index).padStart(4, '0')}`
    for (let start = 0; start < OBJECTS; start += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) =>
        write('POST', MAPS, { metadata: { name: nameOf(start + index) }, data: { key: 'value' } }),
      )
      await Promise.all(batch)
    }
    await page.goto(`${url}/console${MAP_LIST}?sort=-Data`)
    await page.getByText('5,000', { exact: true }).first().waitFor()
    const stopRecording = await recordLongTasks(page)

    const keys = new Map<number, number>()
    const started = performance.now()
    for (let done = 0; done < WRITES; done += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) => {
        const number = done + index
        // Every object changes, few of them often.
        const object = (number % 2 === 0 ? number / 2 : number * number) % OBJECTS
        keys.set(object, (keys.get(object) ?? 1) + 1)
        const change = { data: { [`key-${number}`]: 'x' } }
        return write('PATCH', `${MAPS}/${nameOf(object)}`, change, 'application/merge-patch+json')
      })
      await Promise.all(batch)
      const due = started + ((done + BATCH) / WRITES_PER_SECOND) * 1000
      await delay(Math.max(0, due - performance.now()))
    }
    const seconds = (performance.now() - started) / 1000
    const longTasks = await stopRecording()
    const most = (field: keyof Task) => Math.round(Math.max(0, ...longTasks.map((task) => task[field])))
    t.diagnostic(
      `${Math.round(WRITES / seconds)} writes/s, ${longTasks.length} long tasks: at most ${most('duration')} ms, and ${most('cpu')} ms CPU`,
    )

    const expected = Array.from({ length: OBJECTS }, (_, index) => ({
      name: nameOf(index),
      count: keys.get(index) ?? 1,
    })).toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    const [first] = expected
    await row(page, first?.name ?? '')
      .getByRole('gridcell', { name: String(first?.count), exact: true })
      .waitFor()
    const shown = () =>
      page
        .locator('.grid-row')
        .evaluateAll((all) =>
          all
            .map((each) => [Number(each.ariaRowIndex) - 2, each.innerText.split(/\s+/)] as const)
            .map(([index, [name, , count]]) => ({ index, name, count: Number(count) })),
        )
    const expectShown = async (least: number) => {
      for (let attempt = 0; ; attempt++) {
        const found = await shown()
        const wrong = found.filter(({ index, name, count }) => {
          const wanted = expected[index]
          return wanted?.name !== name || wanted?.count !== count
        })
        if (wrong.length === 0 && found.some(({ index }) => index === least)) return
        if (attempt > 100) assert.deepEqual(wrong, [])
        await page.waitForTimeout(100)
      }
    }
    await expectShown(0)
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await expectShown(OBJECTS - 1)
    assert.deepEqual(
      longTasks.filter(({ cpu }) => cpu > MAX_TASK_CPU_MS),
      [],
    )
  })
})
