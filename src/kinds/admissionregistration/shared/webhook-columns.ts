import type { ApiObject } from '#meta/api-object.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'

interface WithWebhooks extends ApiObject {
  webhooks?: readonly unknown[] | undefined
}

/** The table of configurations of webhooks. */
export const webhookColumns: readonly Column<WithWebhooks>[] = [
  NAME,
  {
    name: 'Webhooks',
    type: 'integer',
    description: 'How many webhooks there are.',
    cell: ({ webhooks }) => webhooks?.length ?? 0,
  },
  AGE,
]
