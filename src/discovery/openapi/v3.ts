import type { ApiPath, Operation, Parameter } from './model.js'
import type { NamedType } from './named-type.js'
import { referenceTo } from './type-schema.js'

/** A path of an OpenAPI 3 document. */
export function v3PathItem({ parameters, operations }: ApiPath) {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    ...parametersOf(parameters),
  }
}

function operationObject(operation: Operation) {
  const { id, tag, description, deprecated, action, groupVersionKind, produces, responses, body } = operation
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(deprecated && { deprecated }),
    ...parametersOf(operation.parameters),
    ...(body && {
      requestBody: {
        content: contentOf(body.type, body.mediaTypes),
        ...(body.required && { required: true }),
      },
    }),
    responses: Object.fromEntries(
      responses.map(({ code, description, type }) => [
        code,
        { description, ...(type && { content: contentOf(type, produces) }) },
      ]),
    ),
    ...(action && { 'x-kubernetes-action': action }),
    ...(groupVersionKind && { 'x-kubernetes-group-version-kind': groupVersionKind }),
  }
}

function contentOf(type: NamedType, mediaTypes: readonly string[]) {
  const media = { schema: referenceTo(type, 'v3') }
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, media]))
}

/** What is empty or false is left out: clients compare documents with what their types make of them, and write neither. */
function parametersOf(parameters: readonly Parameter[]) {
  return parameters.length === 0 ? {} : { parameters: parameters.map(parameterObject) }
}

function parameterObject({ name, in: place, type, description }: Parameter) {
  return { name, in: place, description, schema: { type }, ...(place === 'path' && { required: true }) }
}
