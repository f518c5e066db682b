import type { KeyActor } from '@/lib/domain/actor';
import type { Api } from './api';
import type { ApiRequest } from './api-request';

export type Method = 'GET' | 'POST';

/** What an operation has to work with. */
export interface OperationContext {
  readonly api: Api;
  readonly request: ApiRequest;
  readonly caller: KeyActor;
  /** The parts of the path that the resource's pattern names. */
  readonly params: Readonly<Record<string, string>>;
  /** The moment the request is answered at. */
  readonly now: Date;
}

/** What an operation answers; the pipeline adds what every answer has. */
export interface Answer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws Problem for an expected refusal */
export type Operation = (context: OperationContext) => Promise<Answer>;

/** An operation that anyone may ask for, without a key. */
export type OpenOperation = (
  context: Pick<OperationContext, 'api' | 'request' | 'params' | 'now'>,
) => Promise<Answer>;

/** A path of the API and the methods it has. */
export interface Resource {
  /** Such as `/v1/btc/payments/{id}`: also what logs call it, so that they name no id. */
  readonly pattern: string;
  readonly operations: Readonly<Partial<Record<Method, Operation>>>;
  /** Its GET, when that needs no key. */
  readonly open?: OpenOperation;
}

/** Methods a resource answers, as Allow lists them. */
export function allowedMethods(resource: Resource): string {
  const names = [...(resource.open ? ['GET'] : []), ...Object.keys(resource.operations)];
  const methods = names.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** The operation for a method; HEAD is a GET whose body is not sent. */
export function operationFor(resource: Resource, method: string): Operation | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return name === 'GET' || name === 'POST' ? resource.operations[name] : undefined;
}

/** The named parts of a path, decoded; undefined when the path does not fit the pattern. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) {
      const decoded = decodePart(value);
      if (!decoded) return undefined;
      params[name] = decoded;
    }
  }
  return params;
}

/** A part of a path, decoded; undefined when it is not UTF-8, or holds what no id can (U+0000). */
export function decodePart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
