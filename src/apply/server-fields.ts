import { difference, FIELD, type FieldSet } from './field-set.js'

/** What says which object it is, and what the server alone sets: no manager comes to own these fields by writing. */
const SERVER_FIELDS: FieldSet = {
  'f:apiVersion': FIELD,
  'f:kind': FIELD,
  'f:metadata': {
    '.': FIELD,
    'f:name': FIELD,
    'f:namespace': FIELD,
    'f:creationTimestamp': FIELD,
    'f:selfLink': FIELD,
    'f:uid': FIELD,
    'f:clusterName': FIELD,
    'f:generation': FIELD,
    'f:managedFields': FIELD,
    'f:resourceVersion': FIELD,
  },
}

export const withoutServerFields = (fields: FieldSet | undefined) => difference(fields, SERVER_FIELDS)
