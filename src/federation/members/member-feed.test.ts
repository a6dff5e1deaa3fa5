import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { silentLogger } from '#observe/logger.js'
import { Client } from '#test/support/client.js'
import { startTestServer } from '#testing.js'
import type { MemberObjectName } from './lazy-object.js'
import { MemberClient } from './member-client.js'
import { MemberFeed, type MemberList } from './member-feed.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const ANYONE = {
  ca: undefined,
  token: undefined,
  certificate: undefined,
  key: undefined,
  serverName: undefined,
}

/** What a feed has told, as lines. */
class Told {
  readonly lines: string[] = []
  readonly #waiting: (() => void)[] = []

  changed({ name }: MemberObjectName, list?: MemberList): void {
    this.#add(`+${name}${list === undefined ? '' : ` of ${list.number}`}`)
  }

  gone({ namespace, name }: MemberObjectName): void {
    assert.equal(namespace, 'default')
    this.#add(`-${name}`)
  }

  synced({ number, version }: MemberList): void {
    assert.match(version, /^\d+$/)
    this.#add(`synced ${number}`)
  }

  async until(count: number): Promise<readonly string[]> {
    while (this.lines.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.lines
  }

  #add(line: string): void {
    this.lines.push(line)
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

describe('a feed of a member', () => {
  let member: Awaited<ReturnType<typeof startTestServer>>
  let objects: Client
  let client: MemberClient
  const ours = (name: string) => ({ metadata: { name, labels: { managed: 'true' } } })
  before(async () => {
    member = await startTestServer()
    objects = new Client(member.url)
    client = new MemberClient({ ...ANYONE, server: member.url })
  })
  after(async () => {
    client.close()
    await member.close()
  })

  it('tells what there is, then what changes, of the objects that are selected', async () => {
    await objects.post(MAPS, ours('a'))
    await objects.post(MAPS, { metadata: { name: 'other' } })
    const told = new Told()
    const feed = new MemberFeed(
      client,
      { path: '/api/v1/configmaps', labelSelector: 'managed=true' },
      told,
      silentLogger,
    )
    feed.start()
    assert.deepEqual(await told.until(2), ['+a of 1', 'synced 1'])
    await objects.post(MAPS, ours('b'))
    await objects.send('DELETE', `${MAPS}/a`)
    await objects.send(
      'PATCH',
      `${MAPS}/b`,
      { metadata: { labels: { managed: null } } },
      {
        'content-type': 'application/merge-patch+json',
      },
    )
    assert.deepEqual(await told.until(5), ['+a of 1', 'synced 1', '+b', '-a', '-b'])
    feed.resume()
    await objects.post(MAPS, ours('d'))
    assert.equal((await told.until(6)).at(-1), '+d')
    await feed.close()
    await objects.post(MAPS, ours('c'))
    assert.equal(told.lines.length, 6)
  })
})
