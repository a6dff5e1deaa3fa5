import type { KindsOfTypes } from './group-version-kinds.js'
import type { ApiInfo, ApiPath, Operation, Parameter } from './model.js'
import { reachableTypes } from './reachable-types.js'
import { referenceTo, typeSchema } from './type-schema.js'
import { typesIn } from './types-in.js'

/** A document in OpenAPI 2, also known as Swagger. */
export function openApiV2(paths: readonly ApiPath[], kinds: KindsOfTypes, info: ApiInfo) {
  const types = reachableTypes(typesIn(paths))
  return {
    swagger: '2.0',
    info,
    paths: Object.fromEntries(paths.map((path) => [path.path, pathItem(path)])),
    definitions: Object.fromEntries(
      types.map((type) => [type.name, typeSchema(type, 'v2', kinds.get(type.name))]),
    ),
  }
}

function pathItem({ parameters, operations }: ApiPath) {
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
      responses.map(({ code, description, type }) => [
        code,
        { description, ...(type && { schema: referenceTo(type, 'v2') }) },
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
  return { name, in: place, description, type, ...(place === 'path' && { required: true }) }
}
