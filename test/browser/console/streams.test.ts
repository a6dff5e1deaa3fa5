import { after, describe, it } from 'node:test'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { browserMissing, openBrowser } from '../chromium.js'
import { createMaps, expectNames, MAP_LIST, MAPS, row, send } from './objects.js'

describe('the stream of the console', { skip: browserMissing }, async () => {
  const { path, remove } = await temporaryFolder()
  after(remove)

  it('goes on after a restart of the server, without a gap', async (t) => {
    const data = ['--data-dir', path]
    let server = await ServerProcess.start(data)
    t.after(() => server.stop())
    const { url } = server
    const port = new URL(url).port
    const browser = await openBrowser()
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    await createMaps(url, 'a', 'b', 'c')
    await page.goto(`${url}/console${MAP_LIST}`)
    await expectNames(page, ['a', 'b', 'c'])
    await server.stop()
    await page.getByText('The connection is lost').waitFor()
    await expectNames(page, ['a', 'b', 'c'])
    server = await ServerProcess.start([...data, '--port', port])
    await createMaps(url, 'd')
    await send(url, 'DELETE', `${MAPS}/a`)
    await send(url, 'PATCH', `${MAPS}/b`, { data: { more: 'x' } })
    await expectNames(page, ['b', 'c', 'd'])
    await row(page, 'b').getByRole('gridcell', { name: '2', exact: true }).waitFor()
    await page.getByText('The connection is lost').waitFor({ state: 'detached' })
  })

  it('reads everything again from a server that has lost its data', async (t) => {
    let server = await ServerProcess.start(['--storage', 'memory'])
    t.after(() => server.stop())
    const { url } = server
    const browser = await openBrowser()
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    await createMaps(url, ...Array.from({ length: 50 }, (_, index) => `old-${index}`))
    await page.goto(`${url}/console${MAP_LIST}?filter=9`)
    await expectNames(page, ['old-19', 'old-29', 'old-39', 'old-49', 'old-9'])
    await server.stop()
    server = await ServerProcess.start(['--storage', 'memory', '--port', new URL(url).port])
    await createMaps(url, 'new-9')
    await expectNames(page, ['new-9'])
  })
})
