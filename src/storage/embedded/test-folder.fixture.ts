import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '#storage/contract.js'
import type { Fault } from './commit/faulty-commit-thread.fixture.js'
import { type EmbeddedStorage, type EmbeddedStorageOptions, openEmbeddedStorage } from './storage.js'

const stores = new WeakMap<TestContext, Storage[]>()

/** A folder that is removed after the test, when its stores are closed. */
export async function testFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-'))
  test.after(async () => {
    for (const storage of stores.get(test) ?? []) await storage.close()
    await rm(folder, { recursive: true })
  })
  return folder
}

/** A store that is closed after the test. */
export async function testStore(
  test: TestContext,
  options: EmbeddedStorageOptions,
  openStore = openEmbeddedStorage,
): Promise<EmbeddedStorage> {
  const storage = await openStore(options)
  stores.set(test, [...(stores.get(test) ?? []), storage])
  return storage
}

/** A store whose commit thread fails on demand. */
export function openFaultyStore(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  return openEmbeddedStorage(options, {
    threadEntry: new URL('./commit/faulty-commit-thread.fixture.js', import.meta.url),
    probeInterval: 20,
  })
}

export async function cause(fault: Fault, directory: string): Promise<void> {
  await writeFile(join(directory, 'fault'), fault)
}

/** Resolves when the store has recovered. */
export async function writable(storage: Storage): Promise<void> {
  while (!storage.health().writable) await sleep(5)
}
