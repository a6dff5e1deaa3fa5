import { type ServerConfig, servicesError } from '#server/config.js'
import { MAP_OF_STRINGS } from './expect-options.js'
import { orNone, type ServerOptionTable } from './option.js'

/** Options of webhooks. */
export const WEBHOOK_OPTIONS: ServerOptionTable<Pick<ServerConfig, 'serviceResolver'>> = {
  serviceResolver: {
    flag: '--service-resolver',
    placeholder: '<service=address,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'addresses of services of webhooks and aggregated APIs: namespace/name=host:port',
    expected: 'one or more namespace/name=host:port, separated by commas',
    parse: parseServices,
    format: (services) =>
      orNone(
        Object.entries(services)
          .map((pair) => pair.join('='))
          .join(','),
      ),
    value: {
      what: 'an object of host:port by namespace/name',
      fits: (value) =>
        MAP_OF_STRINGS.fits(value) && servicesError(value as Readonly<Record<string, string>>) === undefined,
    },
  },
}

function parseServices(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim()))
  if (pairs.includes(null)) return undefined
  const services = Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
  return servicesError(services) === undefined ? services : undefined
}
