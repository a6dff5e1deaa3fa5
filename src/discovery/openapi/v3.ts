import type { ApiPath, Operation, Parameter } from './model.js'
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
        content: contentOf(referenceTo(body.type, 'v3'), body.mediaTypes),
        ...(body.required && { required: true }),
      },
    }),
    responses: Object.fromEntries(
      responses.map(({ code, description, type, isText }) => [
        code,
        {
          description,
          ...(type && { content: contentOf(referenceTo(type, 'v3'), produces) }),
          ...(isText && { content: contentOf({ type: 'string' }, produces) }),
        },
      ]),
    ),
    ...(action && { 'x-kubernetes-action': action }),
    ...(groupVersionKind && { 'x-kubernetes-group-version-kind': groupVersionKind }),
  }
}

function contentOf(schema: object, mediaTypes: readonly string[]) {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]))
}

/** What is empty or false is left out: clients compare documents with what their types make of them, and write neither. */
function parametersOf(parameters: readonly Parameter[]) {
  return parameters.length === 0 ? {} : { parameters: parameters.map(parameterObject) }
}

function parameterObject({ name, in: place, type, description }: Parameter) {
  return {
    name,
    in: place,
    description,
    schema: { type, uniqueItems: true },
    ...(place === 'path' && { required: true }),
  }
}
