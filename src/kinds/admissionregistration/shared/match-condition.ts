import { type Infer, required, string, struct } from '#schema/type.js'

export const MatchCondition = struct(
  'io.k8s.api.admissionregistration.v1.MatchCondition',
  'A condition that a request has to fulfil.',
  () => ({
    name: required(1, string, 'Name of the condition, which no other one of the list has.'),
    expression: required(
      2,
      string,
      'Expression in CEL that is true or false; it can name object, oldObject and request.',
    ),
  }),
)
export interface MatchCondition extends Infer<typeof MatchCondition> {}
