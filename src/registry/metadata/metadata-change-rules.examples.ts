import { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { type Body, forbidden, invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { decoderOf } from '#schema/decode.js'
import { validateMetadataUpdate } from './metadata-rules.js'

const decode = decoderOf(ObjectMeta)
const PENDING = { initializers: { pending: [{ name: 'a.example.com' }] } }
const FIXED = 'field is immutable'
const DELETION_ONLY = 'field is immutable; may only be changed via deletion'
const TIME = '2024-01-02T03:04:05Z'
const LATER = '2024-01-02T03:04:06Z'
const change = (before: Body, after: Body) => ({ before, after })
const kept = (body: Body) => change(body, body)

export const metadataChangeRules: RuleTable = {
  type: 'ObjectMeta',
  on: 'change',
  at: 'metadata',
  validate({ before, after }) {
    const errors = new FieldErrors()
    validateMetadataUpdate(decode(after), decode(before), errors)
    return errors.all
  },
  examples: [
    invalid(
      'deletionGracePeriodSeconds',
      'is set by deletion alone',
      DELETION_ONLY,
      change({}, { deletionGracePeriodSeconds: 5 }),
      kept({ deletionGracePeriodSeconds: 5 }),
    ),
    invalid(
      'deletionTimestamp',
      'is set by deletion alone',
      DELETION_ONLY,
      change({}, { deletionTimestamp: TIME }),
      kept({ deletionTimestamp: TIME }),
    ),
    forbidden(
      'finalizers',
      'must not grow after deletion began',
      'no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/a", "a/b"}',
      change({ deletionTimestamp: TIME }, { deletionTimestamp: TIME, finalizers: ['a/b', 'a/a'] }),
      change(
        { deletionTimestamp: TIME, finalizers: ['a/a', 'a/b'] },
        { deletionTimestamp: TIME, finalizers: ['a/b'] },
      ),
    ),
    invalid(
      'generation',
      'must not decrease',
      'must not be decremented',
      change({ generation: 2 }, { generation: 1 }),
      change({ generation: 1 }, { generation: 2 }),
    ),
    invalid(
      'initializers',
      'cannot be added to an object that is initialized',
      'field is immutable once initialization has completed',
      change({}, PENDING),
      change(PENDING, {}),
    ),
    invalid(
      'initializers.result',
      'cannot be changed once it is there',
      FIXED,
      change(
        { initializers: { result: { status: 'Failure', code: 1 } } },
        { initializers: { result: { status: 'Failure', code: 2 } } },
      ),
      change(PENDING, { initializers: { result: { status: 'Failure' } } }),
    ),
    invalid('name', 'cannot be changed', FIXED, change({ name: 'a' }, { name: 'b' }), kept({ name: 'a' })),
    invalid(
      'namespace',
      'cannot be changed',
      FIXED,
      change({ namespace: 'a' }, { namespace: 'b' }),
      kept({ namespace: 'a' }),
    ),
    invalid('uid', 'cannot be changed', FIXED, change({ uid: 'a' }, { uid: 'b' }), kept({ uid: 'a' })),
    invalid(
      'clusterName',
      'cannot be changed',
      FIXED,
      change({ clusterName: 'a' }, { clusterName: 'b' }),
      kept({ clusterName: 'a' }),
    ),
    invalid(
      'creationTimestamp',
      'cannot be changed',
      FIXED,
      change({ creationTimestamp: TIME }, { creationTimestamp: LATER }),
      kept({ creationTimestamp: TIME }),
    ),
  ],
}
