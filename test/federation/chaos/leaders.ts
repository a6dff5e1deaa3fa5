import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Json } from '#test/support/client.js'
import type { EtcdCluster } from '#test/support/etcd/member.js'

const KEY = Buffer.from('/registry~leader').toString('base64')
const LEADER = /^[^/]+\/(\d+)\/\d+$/

/** Follows who leads, in the history of etcd. */
export class LeaderHistory {
  /** The process ids of all leaders, in order. */
  readonly pids: number[] = []
  readonly #end = new AbortController()

  async start({ endpoints }: EtcdCluster): Promise<void> {
    const response = await fetch(`${endpoints[0]}/v3/watch`, {
      method: 'POST',
      body: JSON.stringify({ create_request: { key: KEY, start_revision: '1' } }),
      signal: this.#end.signal,
    })
    assert.equal(response.status, 200)
    void this.#read(response.body as Json).catch(() => undefined)
  }

  close(): void {
    this.#end.abort()
  }

  /** Asserts that each of these processes wrote only after it became the leader, and before the next one did. */
  expectOneActs(writers: readonly number[]): void {
    let index = 0
    for (const writer of writers) {
      index = this.pids.indexOf(writer, index)
      assert.ok(index >= 0, `the writers ${writers} do not follow the leaders ${this.pids}`)
    }
  }

  async #read(body: Json): Promise<void> {
    for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
      for (const { type, kv } of (JSON.parse(line) as Json).result.events ?? []) {
        const [, pid] = LEADER.exec(Buffer.from(kv.value ?? '', 'base64').toString()) ?? []
        if (type === undefined && pid !== undefined) this.pids.push(Number(pid))
      }
    }
  }
}
