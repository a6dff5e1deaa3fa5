import { parseRuntimeConfig, type RuntimeConfig } from '#server/runtime-config/runtime-config.js'
import { BOOLEAN, OBJECT } from './expect-options.js'
import { orNone, type ServerOptionTable } from './option.js'

export const RUNTIME_CONFIG_OPTIONS: ServerOptionTable<RuntimeConfig> = {
  runtimeConfig: {
    flag: '--runtime-config',
    placeholder: '<version=boolean,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'API versions and resources to serve or not, such as resource.k8s.io/v1=true or api/all=true',
    expected:
      'one or more group/version=boolean, group/version/resource=boolean or api/all=boolean (also api/ga, api/beta, ' +
      'api/alpha), separated by commas',
    parse: parseRuntimeConfig,
    format: (versions) =>
      orNone(
        Object.entries(versions)
          .map((pair) => pair.join('='))
          .join(','),
      ),
    value: {
      what: 'an object of true or false by group and version',
      fits: (value) => OBJECT.fits(value) && Object.values(value as object).every(BOOLEAN.fits),
    },
  },
}
