import { storageContract } from '#storage/storage.contract.js'
import { openMemoryStorage } from './storage.js'

storageContract('memory', { isDurable: false, isOnlyWriter: true }, async () => ({
  open: async (clock) => openMemoryStorage({ clock }),
  remove: async () => undefined,
}))
