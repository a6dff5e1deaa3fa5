import type { KindsOfTypes } from './group-version-kinds.js'
import type { ApiPath, Operation, Parameter } from './model.js'
import { reachableTypes } from './reachable-types.js'
import { referenceTo, typeSchema } from './type-schema.js'
import { typesIn } from './types-in.js'

/** What a document in OpenAPI 2, also known as Swagger, says about some paths. Parts of it are put together to the whole. */
export interface OpenApiV2Content {
  readonly paths: Readonly<Record<string, object>>
  readonly definitions: Readonly<Record<string, object>>
}

/** `known` are the names of types that another part defines. */
export function openApiV2Content(
  paths: readonly ApiPath[],
  kinds: KindsOfTypes,
  known: ReadonlySet<string>,
): OpenApiV2Content {
  const types = reachableTypes(typesIn(paths)).filter(({ name }) => !known.has(name))
  return {
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
