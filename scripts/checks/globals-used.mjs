/**
 * Globals by kind. Code takes the clock, random numbers and the network as arguments, except where a
 * row of the table allows the globals.
 */
export const GLOBALS = {
  clock: ['Date.now', 'new Date()', 'Date()', 'performance'],
  timers: ['setTimeout', 'setInterval', 'setImmediate'],
  random: ['Math.random', 'crypto'],
  network: ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
  process: ['process', 'console'],
  shared: ['globalThis'],
  browser: [
    'window',
    'document',
    'navigator',
    'location',
    'history',
    'localStorage',
    'sessionStorage',
  ],
  // No part may use it: see lib/domain/parse-url.ts.
  unreliable: ['URL.canParse'],
};

const KIND_OF = new Map(
  Object.entries(GLOBALS).flatMap(([kind, names]) => names.map((name) => [name, kind])),
);

/** Types of TypeScript nodes with expressions in them; the others are erased. */
const HOLDS_VALUES =
  /^TS(?:As|Satisfies|NonNull|Instantiation|TypeAssertion)|^TS(?:Enum|ExportAssignment|ParameterProperty|Module)/;

/**
 * The globals of {@link GLOBALS} that a program uses. A name that the file itself declares anywhere
 * (an import, a parameter, a variable) does not count as the global.
 *
 * @param program an ESTree program, as oxc-parser returns it
 * @returns {{ kind: string, name: string }[]}
 */
export function globalsUsed(program) {
  const declared = new Set();
  const used = new Map();
  const use = (name) => used.set(name, KIND_OF.get(name));
  walk(program, (node, parent, key) => {
    if (node.type === 'ObjectPattern') for (const one of node.properties) one.inPattern = true;
    if (node.type === 'Identifier') {
      if (isDeclaration(parent, key)) declared.add(node.name);
      else if (isReference(parent, key) && KIND_OF.has(node.name)) use(node.name);
    }
    const called = memberName(node);
    if (called && KIND_OF.has(called)) use(called);
    if (isNow(node)) use(node.type === 'NewExpression' ? 'new Date()' : 'Date()');
  });
  return [...used]
    .filter(([name]) => !declared.has(name.split('.')[0]))
    .map(([name, kind]) => ({ kind, name }));
}

function walk(node, visit, parent, key) {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit, parent, key);
    return;
  }
  if (typeof node?.type !== 'string') return;
  if (node.type.startsWith('TS') && !HOLDS_VALUES.test(node.type)) return;
  visit(node, parent, key);
  for (const [name, child] of Object.entries(node)) {
    if (typeof child === 'object' && child !== null) walk(child, visit, node, name);
  }
}

const DECLARES = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  CatchClause: ['param'],
  ArrayPattern: ['elements'],
  RestElement: ['argument'],
  AssignmentPattern: ['left'],
};

function isDeclaration(parent, key) {
  if (parent?.type === 'Property') return key === 'value' && parent.inPattern === true;
  return DECLARES[parent?.type]?.includes(key) ?? false;
}

function isReference(parent, key) {
  if (parent?.type === 'MemberExpression') return key === 'object' || parent.computed;
  if (key === 'key') return parent.computed === true;
  return !/^(?:Import|Export)|^(?:Labeled|Break|Continue)Statement$/.test(parent?.type ?? '');
}

/** The name of a member such as `Date.now` or `Math.random`, which counts as a global. */
function memberName({ type, object, property }) {
  if (type !== 'MemberExpression' || object.type !== 'Identifier') return undefined;
  return `${object.name}.${property.name ?? property.value}`;
}

function isNow({ type, callee, arguments: given }) {
  const isCall = type === 'NewExpression' || type === 'CallExpression';
  return isCall && callee.name === 'Date' && (given.length === 0 || type === 'CallExpression');
}
