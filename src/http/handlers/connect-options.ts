import type { ApiObject } from '#meta/object-meta.js'
import type { Subresource } from '#registry/kind.js'
import { type ConnectExchange, queryOf } from '#registry/subresources/connect.js'

const FLAGS = ['stdin', 'stdout', 'stderr', 'tty'] as const

const isOn = (text: string) => text !== '0' && text.toLowerCase() !== 'false'

/** The options of a connection as an object, which admission sees: such as PodExecOptions. */
export function connectOptions({ kind, takesPaths }: Subresource, exchange: ConnectExchange): ApiObject {
  const query = queryOf(exchange)
  const [path = ''] = exchange.rest.split('?', 1)
  const list = (name: string) => {
    const values = query.getAll(name)
    return values.length === 0 ? undefined : values
  }
  const options: Record<string, unknown> = { kind, apiVersion: 'v1' }
  if (takesPaths) options.path = path === '' ? undefined : path
  else {
    for (const name of FLAGS) {
      const value = query.get(name)
      if (value !== null && isOn(value)) options[name] = true
    }
    options.container = query.get('container') || undefined
    options.command = list('command')
    options.ports = list('ports')?.map(Number)
  }
  // Admission takes objects without metadata, as those of other subresources.
  return options as unknown as ApiObject
}
