import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storageContract } from '#storage/storage.contract.js'
import { openEmbeddedStorage } from './storage.js'

storageContract('embedded', { isDurable: true, isOnlyWriter: true }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-'))
  return {
    open: (clock, beginning) => openEmbeddedStorage({ directory, clock, ...beginning }),
    remove: () => rm(directory, { recursive: true }),
  }
})
