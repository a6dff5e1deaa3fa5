import type { Storage } from '#storage/contract.js'

/** The same store, with some of its methods replaced. */
export function alteredStorage(storage: Storage, replaced: Partial<Storage>): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      const value = Reflect.get(name in replaced ? replaced : target, name) as unknown
      return typeof value === 'function' ? value.bind(name in replaced ? replaced : target) : value
    },
  })
}
