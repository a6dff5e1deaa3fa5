import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainSecrets } from '#access/keys/identity-keys.js'
import { HeldRevisions } from '#backup/held-revisions.js'
import { openRestoreSource } from '#backup/restore/open-restore.js'
import type { Leadership } from '#controllers/controller.js'
import { silentLogger } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { ServerSecrets } from '#registry/server-secrets.js'
import { create, put, remove, replace } from '#storage/contract.fixture.js'
import type { Revision, Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { makeKeyPair } from '#transfer/sealing/key-files.js'
import { folderOf, silent } from '#transfer/transfer.fixture.js'
import { ManualClock } from '#util/clock.js'
import { RandomChoices } from '#util/random-choices.js'
import { ArchiveStatus } from './archive-status.js'
import { Archiver, type ArchiverOptions } from './archiver.js'

const RHYTHM = { flushMs: 1, quietMs: 20, retryMs: 10 }

class Leader implements Leadership {
  isLeading = false
  #start: () => void = () => undefined
  #stop: () => void = () => undefined

  whenLeading(start: () => void, stop: () => void): () => void {
    this.#start = start
    this.#stop = stop
    this.set(true)
    return () => undefined
  }

  set(isLeading: boolean): void {
    if (this.isLeading === isLeading) return
    this.isLeading = isLeading
    if (isLeading) this.#start()
    else this.#stop()
  }
}

/** An archive of a store, and the states that the store has had. */
class Stage {
  readonly clock = new ManualClock()
  readonly storage = openMemoryStorage({ clock: this.clock })
  readonly held = new HeldRevisions()
  readonly metrics = new MetricsRegistry()
  readonly states = new Map<Revision, Map<string, string>>()
  readonly folder: string
  #state = new Map<string, string>()
  #revisions = new Map<string, Revision>()
  leader = new Leader()
  status: ArchiveStatus
  archiver: Archiver | undefined

  private constructor(folder: string) {
    this.folder = folder
    this.status = new ArchiveStatus(folder, silentLogger, this.metrics, () => this.clock.now())
  }

  static async open(t: TestContext, options: Partial<ArchiverOptions> = {}): Promise<Stage> {
    const stage = new Stage(await folderOf(t))
    stage.start(options)
    t.after(() => stage.archiver?.close())
    return stage
  }

  start(options: Partial<ArchiverOptions> = {}, storage: Storage = this.storage): void {
    this.leader = new Leader()
    this.archiver = new Archiver(
      { folder: this.folder, keepMs: 60_000, sealer: undefined, rhythm: RHYTHM, ...options },
      {
        storage,
        secrets: new ServerSecrets(storage, plainSecrets),
        identity: async () => ({ tokenKey: 'AAAA' }),
        held: this.held,
        leadership: this.leader,
        status: this.status,
        logger: silentLogger,
        version: '1.2.3',
        now: () => this.clock.now(),
      },
    )
  }

  /** Sets or deletes a value. */
  async set(key: string, value: string | undefined): Promise<Revision> {
    this.clock.advance(10)
    const before = this.#revisions.get(key)
    if (before === undefined && value === undefined) return this.storage.currentRevision()
    const revision =
      value === undefined
        ? await put(this.storage, remove(key, before as Revision))
        : await put(this.storage, before === undefined ? create(key, value) : replace(key, before, value))
    const state = new Map(this.#state)
    if (value === undefined) {
      state.delete(key)
      this.#revisions.delete(key)
    } else {
      state.set(key, value)
      this.#revisions.set(key, revision)
    }
    this.#state = state
    this.states.set(revision, state)
    return revision
  }

  async random(count: number): Promise<void> {
    const random = new RandomChoices(this.states.size + count)
    for (let index = 0; index < count; index++) {
      const key = `group/things/${random.below(10)}`
      await this.set(key, random.below(4) === 0 ? undefined : `value ${index}`)
      if (random.below(5) === 0) await sleep(1)
    }
  }

  /** Waits until everything so far is archived. */
  async archived(): Promise<void> {
    const current = await this.storage.currentRevision()
    while (!(this.gauge('binnacle_archive_revision') >= current)) await sleep(2)
    while (this.gauge('binnacle_archive_snapshot_timestamp_seconds') === 0) await sleep(2)
  }

  gauge(name: string): number {
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(this.metrics.expose())?.[1])
  }

  async restored(to: string | Revision, opener = {}): Promise<Map<string, string>> {
    const source = await openRestoreSource(this.folder, String(to), opener, silent)
    const state = new Map<string, string>()
    for await (const { key, value } of source.records()) state.set(key, value.toString())
    assert.equal(source.summary.records, state.size)
    return state
  }

  /** Every state that the store has had can be restored. */
  async compare(from = 0 as Revision): Promise<void> {
    for (const [revision, state] of this.states) {
      if (revision < from) continue
      assert.deepEqual(sorted(await this.restored(revision)), sorted(state), `at ${revision}`)
    }
    assert.deepEqual(sorted(await this.restored('')), sorted(this.#state))
  }
}

const sorted = (state: Map<string, string>) => [...state].sort()

describe('an archive of a store', () => {
  it('can go back to every revision, and to every time', async (t) => {
    const stage = await Stage.open(t)
    await stage.archived()
    const oldest = await stage.storage.currentRevision()
    await stage.random(30)
    await stage.archived()
    await stage.compare(oldest)
    for (const [revision, state] of stage.states) {
      const time = (await stage.storage.timeOf(revision)) as number
      for (const moment of [time, time + 5]) {
        const text = new Date(moment).toISOString()
        if (moment > stage.clock.now()) continue
        assert.deepEqual(sorted(await stage.restored(text)), sorted(state), text)
      }
    }
  })

  it('continues in new logs after a restart, a change of leaders, and at their largest size', async (t) => {
    const rhythm = { ...RHYTHM, logBytes: 300 }
    const stage = await Stage.open(t, { rhythm })
    await stage.archived()
    const oldest = await stage.storage.currentRevision()
    for (let round = 0; round < 4; round++) {
      await stage.random(12)
      if (round === 1) {
        stage.leader.set(false)
        await stage.random(5)
        stage.leader.set(true)
      }
      if (round === 2) {
        await stage.archiver?.close()
        await stage.random(5)
        stage.start({ rhythm })
      }
      await stage.archived()
    }
    const logs = (await readdir(stage.folder)).filter((name) => name.startsWith('changes-'))
    assert.ok(logs.length > 4, logs.join())
    await stage.compare(oldest)
  })

  it('may be written by two leaders at once', async (t) => {
    const stage = await Stage.open(t)
    await stage.archived()
    const first = stage.archiver
    const oldest = await stage.storage.currentRevision()
    await stage.random(10)
    stage.start()
    await stage.random(10)
    await first?.close()
    await stage.random(10)
    await stage.archived()
    await stage.compare(oldest)
  })

  it('makes a new snapshot, and has a gap, when the store no longer knows what has changed', async (t) => {
    const stage = await Stage.open(t)
    await stage.archived()
    await stage.random(10)
    await stage.archived()
    await stage.archiver?.close()
    const [before] = [...stage.states.keys()].slice(-1) as [Revision]
    await stage.random(10)
    const lost = [...stage.states.keys()].at(-3) as Revision
    stage.clock.advance(1000)
    await stage.storage.compact(0)
    stage.start()
    const after = await stage.set('group/things/new', 'new')
    await stage.archived()
    while ((await readdir(stage.folder)).filter((name) => name.startsWith('snapshot-')).length < 2)
      await sleep(2)
    assert.deepEqual(
      sorted(await stage.restored(before)),
      sorted(stage.states.get(before) as Map<string, string>),
    )
    await stage.compare(after)
    await assert.rejects(
      stage.restored(lost),
      /^TransferError: the archive has no changes between revision \d+ at/,
    )
  })

  it('goes on when its folder can be written again, without a gap', async (t) => {
    const stage = await Stage.open(t)
    await stage.archived()
    const oldest = await stage.storage.currentRevision()
    await stage.random(10)
    await stage.archived()
    assert.equal(stage.status.note(), undefined)
    // New logs cannot be made, and the present one is full.
    await stage.archiver?.close()
    stage.start({ folder: join(stage.folder, 'absent') })
    await stage.random(5)
    while (stage.status.note() === undefined) await sleep(2)
    assert.match(stage.status.note() ?? '', /cannot be written: ENOENT/)
    assert.ok(stage.gauge('binnacle_archive_failures_total') > 0)
    await stage.archiver?.close()
    stage.start()
    await stage.archived()
    assert.equal(stage.status.note(), undefined)
    await stage.compare(oldest)
  })

  it('makes snapshots from time to time, and removes what is too old', async (t) => {
    const rhythm = { ...RHYTHM, snapshotMs: 24, logBytes: 200 }
    const stage = await Stage.open(t, { rhythm, keepMs: 1 })
    const names = async (kind: string) =>
      (await readdir(stage.folder)).filter((name) => name.startsWith(kind))
    await stage.archived()
    const [first] = await names('snapshot-')
    const [log] = await names('changes-')
    while ((await names('snapshot-')).includes(first ?? '') || (await names('changes-')).includes(log ?? ''))
      await stage.random(5)
    await stage.random(5)
    await stage.archived()
    await stage.archiver?.close()
    const last = [...stage.states.keys()].at(-1) as Revision
    assert.deepEqual(sorted(await stage.restored('')), sorted(stage.states.get(last) as Map<string, string>))
    assert.ok((await names('snapshot-')).length <= 3)
  })

  it('takes an older snapshot when the newest one is damaged', async (t) => {
    const rhythm = { ...RHYTHM, snapshotMs: 24 }
    const stage = await Stage.open(t, { rhythm })
    await stage.archived()
    const names = async () =>
      (await readdir(stage.folder)).filter((name) => name.startsWith('snapshot-')).sort()
    do await stage.random(5)
    while ((await names()).length < 2)
    await stage.archived()
    await stage.archiver?.close()
    const newest = (await names()).at(-1) ?? ''
    await writeFile(join(stage.folder, newest), 'damaged')
    const last = [...stage.states.keys()].at(-1) as Revision
    assert.deepEqual(sorted(await stage.restored('')), sorted(stage.states.get(last) as Map<string, string>))
  })

  it('may be encrypted for someone else, and continues nevertheless', async (t) => {
    const pair = makeKeyPair()
    const sealer = { recipient: createPublicKey(pair.publicKey) }
    const privateKey = createPrivateKey(pair.privateKey)
    const stage = await Stage.open(t, { sealer })
    await stage.archived()
    await stage.random(10)
    await stage.archived()
    await stage.archiver?.close()
    await stage.random(10)
    stage.start({ sealer })
    await stage.archived()
    const [first] = stage.states.keys()
    for (const revision of [first, [...stage.states.keys()].at(-1)] as Revision[]) {
      const state = stage.states.get(revision) as Map<string, string>
      assert.deepEqual(sorted(await stage.restored(revision, { privateKey })), sorted(state))
    }
    await assert.rejects(stage.restored(''), /is encrypted: add --private-key-file/)
  })

  it('has the keys of the server, and no other records of it', async (t) => {
    const stage = await Stage.open(t)
    await put(stage.storage, create('~/server/token-key', 'secret'), create('~/revisions/a'))
    await stage.archived()
    const { identity } = await openRestoreSource(stage.folder, '', {}, silent)
    assert.deepEqual(identity?.tokenKey, 'AAAA')
    assert.deepEqual([...(await stage.restored(''))], [['~/revisions/a', '~/revisions/a']])
  })

  it('does not hold history for longer than a snapshot takes', async (t) => {
    const stage = await Stage.open(t)
    await stage.archived()
    assert.equal(stage.held.oldest, undefined)
    await rm(stage.folder, { recursive: true })
  })
})
