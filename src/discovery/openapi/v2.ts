import type { ApiPath, Operation, Parameter } from './model.js'
import { referenceTo } from './type-schema.js'

/** A path of an OpenAPI 2 (Swagger) document. */
export function v2PathItem({ parameters, operations }: ApiPath) {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    parameters: parameters.map(parameterObject),
  }
}

function operationObject(operation: Operation) {
  const { id, tag, description, deprecated, action, groupVersionKind, produces, responses, body } = operation
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(body && { consumes: body.mediaTypes }),
    produces,
    ...(deprecated && { deprecated }),
    parameters: [...(body ? [bodyParameter(body)] : []), ...operation.parameters.map(parameterObject)],
    responses: Object.fromEntries(
      responses.map(({ code, description, type, isText }) => [
        code,
        {
          description,
          ...(type && { schema: referenceTo(type, 'v2') }),
          ...(isText && { schema: { type: 'string' } }),
        },
      ]),
    ),
    ...(action && { 'x-kubernetes-action': action }),
    ...(groupVersionKind && { 'x-kubernetes-group-version-kind': groupVersionKind }),
  }
}

function bodyParameter({ type, required }: NonNullable<Operation['body']>) {
  return { name: 'body', in: 'body', required, schema: referenceTo(type, 'v2') }
}

function parameterObject({ name, in: place, type, description }: Parameter) {
  return {
    name,
    in: place,
    description,
    type,
    uniqueItems: true,
    ...(place === 'path' && { required: true }),
  }
}
