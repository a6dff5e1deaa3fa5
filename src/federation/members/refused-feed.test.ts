import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '#observe/logger.js'
import { StubMember } from '#test/support/members/stub-member.js'
import { type FeedListener, MemberFeed } from './member-feed.js'

const LIST = JSON.stringify({ kind: 'ConfigMapList', metadata: { resourceVersion: '5' }, items: [] })
const event = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`
const MAP = { metadata: { name: 'a', namespace: 'one', uid: 'x', resourceVersion: '7' } }

type Watch = (response: ServerResponse) => void

/** Follows a member that uses one handler per watch; the last handler repeats. */
async function follow(t: TestContext, ...watches: readonly Watch[]) {
  const member = await StubMember.start()
  const asked: string[] = []
  const expiredByEvent = new EventTarget()
  let count = 0
  member.handler = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', member.url)
    if (!searchParams.has('watch')) {
      asked.push('list')
      response.end(LIST)
      return
    }
    asked.push(`watch ${searchParams.get('resourceVersion')}`)
    watches[Math.min(count++, watches.length - 1)]?.(response)
  }
  const listener = {
    changed: () => void expiredByEvent.dispatchEvent(new Event('changed')),
    gone: () => undefined,
    synced: () => undefined,
  }
  const resource = { path: '/api/v1/configmaps', labelSelector: 'managed=true' }
  const feed = new MemberFeed(member.client(), resource, listener, silentLogger)
  t.after(async () => {
    await feed.close()
    await member.close()
  })
  const changed = once(expiredByEvent, 'changed')
  feed.start()
  return { asked, changed }
}

const tells: Watch = (response) => void response.writeHead(200).write(event('ADDED', MAP))

describe('a feed whose watches fail', () => {
  it('resumes when the member is overloaded', async (t) => {
    const busy: Watch = (response) =>
      void response.writeHead(429, { 'retry-after': '1' }).end('Too many requests\n')
    const broken: Watch = (response) => void response.writeHead(503).end('')
    const { asked, changed } = await follow(t, busy, broken, tells)
    await changed
    assert.deepEqual(asked, ['list', 'watch 5', 'watch 5', 'watch 5'])
  })

  it('lists again when the resource version has expired, by status or by event', async (t) => {
    const gone = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' }
    const expiredByStatus: Watch = (response) => void response.writeHead(410).end(JSON.stringify(gone))
    const expiredByEvent: Watch = (response) => void response.writeHead(200).end(event('ERROR', gone))
    const { asked, changed } = await follow(t, expiredByStatus, expiredByEvent, tells)
    await changed
    assert.deepEqual(asked, ['list', 'watch 5', 'list', 'watch 5', 'list', 'watch 5'])
  })

  it('resumes from bookmarks', async (t) => {
    const bookmark = { metadata: { resourceVersion: '6' } }
    const marks: Watch = (response) => void response.writeHead(200).end(event('BOOKMARK', bookmark))
    const { asked, changed } = await follow(t, marks, tells)
    await changed
    assert.deepEqual(asked, ['list', 'watch 5', 'watch 6'])
  })

  it('backs off when watches end at once', async (t) => {
    const { asked } = await follow(t, (response) => void response.writeHead(200).end())
    await sleep(1_500)
    assert.ok(asked.length < 8, asked.join())
  })
})

describe('a paged list', () => {
  type Page = (response: ServerResponse) => void
  const page =
    (...[name, next]: readonly [string, string?]): Page =>
    (response) => {
      const metadata = { resourceVersion: '5', continue: next }
      response.end(JSON.stringify({ metadata, items: [{ metadata: { ...MAP.metadata, name } }] }))
    }
  const busy: Page = (response) => void response.writeHead(429, { 'retry-after': '1' }).end()

  /** Returns the requested pages and the reports until the list is complete. */
  async function list(t: TestContext, ...pages: readonly Page[]) {
    const member = await StubMember.start()
    const asked: string[] = []
    const expiredByEvent: string[] = []
    const synced = new EventTarget()
    member.handler = (request, response) => {
      const { searchParams } = new URL(request.url ?? '', member.url)
      if (searchParams.has('watch')) return void response.writeHead(200).flushHeaders()
      asked.push(searchParams.get('continue') ?? 'first')
      pages[asked.length - 1]?.(response)
    }
    const listener: FeedListener = {
      changed: ({ name }, { number } = { number: 0, version: '' }) =>
        void expiredByEvent.push(`${name} of ${number}`),
      gone: () => undefined,
      synced: ({ number }) => {
        expiredByEvent.push(`synced ${number}`)
        synced.dispatchEvent(new Event('synced'))
      },
    }
    const resource = { path: '/api/v1/configmaps', labelSelector: 'managed=true' }
    const feed = new MemberFeed(member.client(), resource, listener, silentLogger)
    t.after(async () => {
      await feed.close()
      await member.close()
    })
    const complete = once(synced, 'synced')
    feed.start()
    await complete
    return { asked, expiredByEvent }
  }

  it('resumes with the page that failed on an overloaded member', async (t) => {
    const { asked, expiredByEvent } = await list(t, page('a', 'two'), busy, page('b', 'three'), page('c'))
    assert.deepEqual(asked, ['first', 'two', 'two', 'three'])
    assert.deepEqual(expiredByEvent, ['a of 1', 'b of 1', 'c of 1', 'synced 1'])
  })

  it('starts again when the continue token has expired', async (t) => {
    const expired: Page = (response) => void response.writeHead(410).end()
    const { asked, expiredByEvent } = await list(
      t,
      page('a', 'two'),
      busy,
      expired,
      page('a', 'new'),
      page('b'),
    )
    assert.deepEqual(asked, ['first', 'two', 'two', 'first', 'new'])
    assert.deepEqual(expiredByEvent, ['a of 1', 'a of 2', 'b of 2', 'synced 2'])
  })
})
