import { apiregistrationV1 } from '#kinds/groups.js'
import { STATUS_ONLY } from '#kinds/shared/metadata.js'
import { pathSegment } from '#meta/formats.js'
import { builtInKind, type Strategy, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { currentTime } from '#schema/times.js'
import { localCondition } from './local-condition.js'
import { APIService } from './schema.js'
import { validateAPIService, validateAPIServiceStatus } from './validation.js'

const columns: readonly Column<APIService>[] = [
  NAME,
  {
    name: 'Service',
    type: 'string',
    description: 'Service in front of the server of the version; Local for this server.',
    cell: ({ spec: { service } }) =>
      service === undefined ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`,
  },
  {
    name: 'Available',
    type: 'string',
    description: 'Whether the version can be used.',
    cell: availability,
  },
  AGE,
]

function availability({ status }: APIService): string {
  const condition = status.conditions?.find(({ type }) => type === 'Available')
  if (condition === undefined) return 'Unknown'
  return condition.status === 'True' ? 'True' : `${condition.status} (${condition.reason ?? ''})`
}

const strategy: Strategy<APIService> = {
  ...STATUS_ONLY,
  prepareForCreate({ spec, status }, { clock }) {
    if (spec.service === undefined) status.conditions = [localCondition(currentTime(clock))]
  },
}

export const apiService = builtInKind<APIService>({
  kind: 'APIService',
  plural: 'apiservices',
  singular: 'apiservice',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: pathSegment,
  generation: 'client',
  strategy,
  storageVersion: {
    ...apiregistrationV1,
    schema: APIService,
    subresources: [statusOf('APIService')],
    columns,
    allowUnconditionalUpdate: false,
    freeFinalizers: true,
    rules: { validate: validateAPIService, validateStatusUpdate: validateAPIServiceStatus },
  },
})
