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

/** Records what a feed reports, as lines. */
class RecordingListener {
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

  it('reports existing objects that match the selector, then changes', async () => {
    await objects.post(MAPS, ours('a'))
    await objects.post(MAPS, { metadata: { name: 'other' } })
    const recorded = new RecordingListener()
    const feed = new MemberFeed(
      client,
      { path: '/api/v1/configmaps', labelSelector: 'managed=true' },
      recorded,
      silentLogger,
    )
    feed.start()
    assert.deepEqual(await recorded.until(2), ['+a of 1', 'synced 1'])
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
    assert.deepEqual(await recorded.until(5), ['+a of 1', 'synced 1', '+b', '-a', '-b'])
    feed.resume()
    await objects.post(MAPS, ours('d'))
    assert.equal((await recorded.until(6)).at(-1), '+d')
    await feed.close()
    await objects.post(MAPS, ours('c'))
    assert.equal(recorded.lines.length, 6)
  })
})
