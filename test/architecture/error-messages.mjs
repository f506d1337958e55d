// Finds the messages of errors in the sources, with the compiler's syntax trees and without types: what an error says is
// written where the error is made, or one or two calls away from there.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['core', 'adapters-http', 'adapters-rails', 'adapters-storage'];
const IS_TEST = /\.test\.ts$|(^|\/)(testing|contract-tests)\//;
/** Comments are skipped, for speed. */
const SYNTAX = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
/** The functions that make errors, which are followed to their callers. */
const MAKERS = 'packages/core/src/kernel/result.ts';
const MAKER_NAMES = new Set(['err', 'domainError', 'invalidFields']);
/** What a verification lacks, whose reasons become messages of fields. */
const LACKING = 'packages/core/src/verification/lacking.ts';
/** Where zod's schemas are, with messages of their own. */
const SCHEMAS = 'packages/adapters-http/src/';
/** Pages for operators, whose messages no client of the API receives. */
const CONSOLE = ['packages/adapters-http/src/console/', 'packages/adapters-http/src/server/console-app.ts'];

/** What cannot be read from the syntax. */
class Unreadable extends Error {
  constructor(node) {
    super(described(node));
    this.node = node;
  }
}

const described = (node) => `${fileOf(node)}: ${node.getText()}`;

const fileOf = (node) => node.getSourceFile().fileName;

function readSources() {
  return PACKAGES.flatMap((name) =>
    readdirSync(join(ROOT, `packages/${name}/src`), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !IS_TEST.test(file))
      .map((file) => `packages/${name}/src/${file}`)
      .filter((path) => !CONSOLE.some((start) => path.startsWith(start))),
  )
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/**
 * The messages that errors in these sources can have. `messages`: by code of the catalogue; `fields`: the messages of
 * invalid fields. `unreadable`: the expressions from which a code or a message cannot be read, as `file: expression`,
 * once for each place in the file.
 */
export function errorMessages(catalogue, sources = readSources()) {
  const files = new Map(sources.map(({ path, text }) => [path, ts.createSourceFile(path, text, SYNTAX, true)]));
  const unreadable = new Set([...files.values()].flatMap(indirectUsesOf));
  const { calls, literals, textsOf, returnsTo } = indexOf(files, (error) => unreadable.add(error.node));
  const messages = new Map(Object.keys(catalogue).map((code) => [code, new Set()]));
  const fields = new Set();

  const read = (expression) => {
    try {
      return textsOf(expression);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.add(error.node);
      return [];
    }
  };
  const add = (code, text) => {
    if (!messages.has(code)) throw new Error(`${String(code)} is not in the catalogue: ${text}`);
    messages.get(code).add(text ?? catalogue[code].meaning);
  };
  const addField = (expression) => {
    for (const text of read(expression)) if (text !== null) fields.add(text);
  };

  for (const call of calls) {
    const name = ts.isIdentifier(call.expression) ? call.expression.text : null;
    if (fileOf(call) === MAKERS) continue;
    const [first, second] = call.arguments;
    if (name === 'err' || name === 'domainError') {
      const texts = second === undefined ? [null] : read(second);
      for (const code of read(first).filter((one) => one !== '')) for (const text of texts) add(code, text);
    } else if (name === 'invalidFields') {
      const codes = second === undefined ? ['INVALID_INPUT'] : read(second);
      for (const code of codes) add(code, `${catalogue[code].meaning}: {fields}`);
    } else if (isMember(call.expression, 'refine') && second !== undefined) {
      for (const expression of refinement(second)) addField(expression);
    }
  }
  for (const literal of literals) {
    const message = propertyOf(literal, 'message');
    const code = propertyOf(literal, 'code');
    if (message !== undefined && ['field', 'holds'].some((name) => propertyOf(literal, name) !== undefined)) {
      addField(message);
    } else if (message !== undefined && code !== undefined && ts.isStringLiteral(code) && messages.has(code.text)) {
      for (const text of read(message)) add(code.text, text);
    } else if (message !== undefined) {
      const spread = literal.properties.find(ts.isSpreadAssignment);
      if (spread !== undefined) unreadable.add(spread);
    }
    const reason = fileOf(literal) === LACKING ? propertyOf(literal, 'reason') : undefined;
    if (reason !== undefined) addField(reason);
    const check = propertyOf(literal, 'check');
    for (const expression of check === undefined ? [] : returnsTo(check)) addField(expression);
    const error = fileOf(literal).startsWith(SCHEMAS) ? propertyOf(literal, 'error') : undefined;
    if (error !== undefined && ts.isStringLiteralLike(error)) addField(error);
  }
  for (const file of files.values()) {
    for (const expression of [...errorMapsOf(file).flatMap(returnsTo), ...csvFaultsOf(file)]) addField(expression);
  }
  return { messages, fields, unreadable: [...unreadable].map(described) };
}

/** Where a function that makes errors is renamed, stored or handed over, so that its calls cannot be followed. */
function indirectUsesOf(file) {
  const found = [];
  const visit = (node) => {
    const isName = ts.isIdentifier(node) || (ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent));
    if (isName && MAKER_NAMES.has(node.text) && !isPlainUse(node)) found.push(node.parent);
    ts.forEachChild(node, visit);
  };
  if (file.fileName !== MAKERS) ts.forEachChild(file, visit);
  return found;
}

/** A call, an import or export under the same name, a type, or the name of something else, such as a log field. */
function isPlainUse(node) {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.expression === node;
  if (ts.isTypeQueryNode(parent)) return true;
  if (ts.isAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent)) return false;
  return parent.name === node && parent.propertyName === undefined;
}

/** The functions that give the messages of zod. */
const errorMapsOf = (file) =>
  file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ type, initializer }) => type?.getText().endsWith('ZodErrorMap') && initializer !== undefined)
    .map(({ initializer }) => initializer);

/** What is thrown at a file of customers that cannot be read, whose message becomes that of the field. */
function csvFaultsOf(file) {
  const found = [];
  const visit = (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'UnreadableCsv') found.push(...node.arguments);
    ts.forEachChild(node, visit);
  };
  if (file.text.includes('new UnreadableCsv')) visit(file);
  return found;
}

const isMember = (node, name) => ts.isPropertyAccessExpression(node) && node.name.text === name;

const refinement = (node) => {
  if (!ts.isObjectLiteralExpression(node)) return [node];
  return ['error', 'message'].map((name) => propertyOf(node, name)).filter((value) => value !== undefined);
};

/** The value of a property that an object literal writes out; the name itself for a shorthand. */
function propertyOf(literal, name) {
  for (const property of literal.properties) {
    if (property.name === undefined || property.name.getText() !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

const camelCase = (constant) => constant.toLowerCase().replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());

/** `{name}` for a value that is known at run time only. */
function placeholder(node) {
  const inner = (one) => {
    if (ts.isIdentifier(one) || ts.isStringLiteralLike(one)) return one.text;
    if (ts.isPropertyAccessExpression(one)) return one.name.text === 'length' ? 'count' : one.name.text;
    if (ts.isElementAccessExpression(one)) return inner(one.argumentExpression);
    if (ts.isNonNullExpression(one) || ts.isParenthesizedExpression(one) || ts.isAsExpression(one))
      return inner(one.expression);
    if (ts.isBinaryExpression(one)) return inner(one.left);
    if (ts.isAwaitExpression(one) || ts.isTypeOfExpression(one)) return inner(one.expression);
    if (ts.isCallExpression(one)) {
      const argument = one.arguments.find((of) => ts.isIdentifier(of) || ts.isAccessExpression(of));
      if (ts.isPropertyAccessExpression(one.expression)) {
        const object = one.expression.expression;
        const isGlobal = ts.isIdentifier(object) && /^[A-Z][a-z]/.test(object.text);
        return isGlobal && argument !== undefined ? inner(argument) : inner(object);
      }
      return argument === undefined ? inner(one.expression) : inner(argument);
    }
    return 'value';
  };
  const name = inner(node);
  return `{${/^[A-Z0-9_]+$/.test(name) ? camelCase(name) : name}}`;
}

/** Names, calls and object literals of the sources, and what can be said of their expressions. */
function indexOf(files, note) {
  const calls = [];
  const literals = [];
  const exported = new Map();
  const callsByName = new Map();
  const uses = new Map();
  const append = (map, key, value) => {
    if (map.has(key)) map.get(key).push(value);
    else map.set(key, [value]);
  };
  for (const file of files.values()) {
    for (const statement of file.statements) {
      if (!ts.canHaveModifiers(statement)) continue;
      if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      if (ts.isVariableStatement(statement))
        for (const one of statement.declarationList.declarations) append(exported, one.name.getText(), one);
      else if (statement.name !== undefined) append(exported, statement.name.text, statement);
    }
    const visit = (node) => {
      if (ts.isCallExpression(node)) {
        calls.push(node);
        if (ts.isIdentifier(node.expression)) append(callsByName, node.expression.text, node);
        for (const argument of node.arguments) if (ts.isIdentifier(argument)) append(uses, argument.text, argument);
      } else if (ts.isObjectLiteralExpression(node)) literals.push(node);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(file, visit);
  }

  const scopes = new Map();
  /** The names that a node declares for what is in it. */
  function scopeOf(node) {
    const known = scopes.get(node);
    if (known !== undefined) return known;
    const names = new Map();
    scopes.set(node, names);
    const bind = (name, declaration) => {
      if (ts.isIdentifier(name)) names.set(name.text, declaration);
      else for (const element of name.elements) if (ts.isBindingElement(element)) bind(element.name, element);
    };
    if (ts.isFunctionLike(node)) for (const parameter of node.parameters) bind(parameter.name, parameter);
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer))
      for (const one of node.initializer.declarations) bind(one.name, one);
    if (ts.isSourceFile(node) || ts.isBlock(node)) {
      for (const statement of node.statements) {
        if (ts.isVariableStatement(statement))
          for (const one of statement.declarationList.declarations) bind(one.name, one);
        else if (ts.isFunctionDeclaration(statement) && statement.name) names.set(statement.name.text, statement);
        else if (ts.isImportDeclaration(statement)) {
          const bindings = statement.importClause?.namedBindings;
          if (bindings && ts.isNamedImports(bindings))
            for (const one of bindings.elements) names.set(one.name.text, one);
        }
      }
    }
    return names;
  }

  /** The declaration of a name; null for one that is not in these sources. */
  function declarationOf(identifier) {
    for (let node = identifier.parent; node; node = node.parent) {
      const found = scopeOf(node).get(identifier.text);
      if (found !== undefined) return ts.isImportSpecifier(found) ? importOf(found) : found;
    }
    return null;
  }

  function importOf(specifier) {
    const module = specifier.parent.parent.parent.moduleSpecifier.text;
    const candidates = exported.get((specifier.propertyName ?? specifier.name).text) ?? [];
    if (candidates.length < 2) return candidates[0] ?? null;
    const target = join(dirname(fileOf(specifier)), module).replace(/\.js$/, '.ts');
    const folder = module.startsWith('.') ? dirname(target) : 'packages/core/src';
    return (
      candidates.find((one) => fileOf(one) === target) ??
      candidates.find((one) => fileOf(one).startsWith(`${folder}/`)) ??
      null
    );
  }

  const functionOf = (declaration) => {
    if (declaration === null) return null;
    if (ts.isFunctionLike(declaration)) return declaration;
    const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return value !== undefined && ts.isFunctionLike(value) ? value : null;
  };

  /** The calls of a function: by its name, or by the parameter that it is handed over as. */
  function callsOf(fn, seen = new Set()) {
    if (seen.has(fn)) return [];
    seen.add(fn);
    if (ts.isCallExpression(fn.parent) && fn.parent.arguments.includes(fn)) return callsThrough(fn, seen);
    const declaration = ts.isVariableDeclaration(fn.parent) ? fn.parent : fn;
    const { name } = declaration;
    if (name === undefined || !ts.isIdentifier(name) || ts.isMethodDeclaration(fn)) throw new Unreadable(fn);
    const found = callsOfDeclaration(declaration, name.text, seen);
    if (found.length === 0) throw new Unreadable(fn);
    return found;
  }

  function callsOfDeclaration(declaration, name, seen) {
    const direct = (callsByName.get(name) ?? []).filter((call) => declarationOf(call.expression) === declaration);
    const handed = (uses.get(name) ?? [])
      .filter((argument) => declarationOf(argument) === declaration)
      .flatMap((argument) => callsThrough(argument, seen));
    return [...direct, ...handed];
  }

  /** The calls that a function makes of one of its arguments. */
  function callsThrough(argument, seen) {
    const call = argument.parent;
    const callee = ts.isIdentifier(call.expression) ? functionOf(declarationOf(call.expression)) : null;
    const parameter = callee?.parameters[call.arguments.indexOf(argument)];
    if (parameter === undefined || !ts.isIdentifier(parameter.name)) return [];
    if (seen.has(parameter)) return [];
    seen.add(parameter);
    return callsOfDeclaration(parameter, parameter.name.text, seen);
  }

  /** What a parameter is at each call of its function. */
  function argumentsOf(parameter) {
    const fn = parameter.parent;
    const index = fn.parameters.indexOf(parameter);
    const given = callsOf(fn).flatMap((call) => call.arguments[index] ?? parameter.initializer ?? []);
    if (given.length === 0) throw new Unreadable(parameter.name);
    return given;
  }

  const running = new Set();
  /** Every text that an expression can be, with `{name}` for a value that is known only at run time. */
  function textsOf(node, env = new Map()) {
    if (running.has(node)) return [];
    running.add(node);
    try {
      return [...new Set(read(node, env))];
    } finally {
      running.delete(node);
    }
  }

  function read(node, env) {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isNumericLiteral(node)) return [node.text.replaceAll('_', '')];
    if (ts.isTemplateExpression(node)) return template(node, env);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return textsOf(node.expression, env);
    if (ts.isSatisfiesExpression(node)) return textsOf(node.expression, env);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((side) => orNoted(side, env));
    if (node.kind === ts.SyntaxKind.NullKeyword) return [];
    if (ts.isIdentifier(node)) return node.text === 'undefined' ? [null] : named(node, env);
    if (ts.isBinaryExpression(node)) return binary(node, env);
    if (ts.isElementAccessExpression(node)) return valuesOf(node.expression).flatMap((value) => textsOf(value, env));
    if (ts.isPropertyAccessExpression(node)) return member(node, env);
    if (ts.isCallExpression(node)) return called(node, env);
    throw new Unreadable(node);
  }

  function binary(node, env) {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.PlusToken)
      return textsOf(node.left, env).flatMap((left) => textsOf(node.right, env).map((right) => left + right));
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
      return [node.left, node.right].flatMap((side) => orNoted(side, env));
    throw new Unreadable(node);
  }

  let partsBeingRead = 0;
  /** One side of a choice: what cannot be read of it does not hide the other side. */
  function orNoted(node, env) {
    try {
      return textsOf(node, env);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (partsBeingRead > 0) return [placeholder(node)];
      note(error);
      return [];
    }
  }

  const isSimpleParameter = (declaration) =>
    declaration !== null && ts.isParameter(declaration) && ts.isIdentifier(declaration.name);

  function template(node, env) {
    let texts = [node.head.text];
    for (const { expression, literal } of node.templateSpans) {
      const parts = constantOf(expression, env);
      texts = texts.flatMap((text) => parts.map((part) => text + part + literal.text));
    }
    return texts;
  }

  /** The constant texts of a part of a message; else its placeholder. */
  function constantOf(node, env) {
    const mayBeConstant =
      ts.isConditionalExpression(node) ||
      ts.isBinaryExpression(node) ||
      (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) ||
      (ts.isIdentifier(node) && (/^[A-Z][A-Z0-9_]*$/.test(node.text) || env.has(declarationOf(node))));
    const isParameter = ts.isIdentifier(node) && isSimpleParameter(declarationOf(node));
    if (!mayBeConstant && !isParameter) return [placeholder(node)];
    partsBeingRead += 1;
    try {
      const texts = textsOf(node, env);
      const isOpen =
        texts.length === 0 || texts.includes(null) || (isParameter && texts.some((text) => text.includes('{')));
      return isOpen ? [placeholder(node)] : texts;
    } catch (error) {
      if (error instanceof Unreadable) return [placeholder(node)];
      throw error;
    } finally {
      partsBeingRead -= 1;
    }
  }

  function named(node, env) {
    const declaration = declarationOf(node);
    if (declaration === null) throw new Unreadable(node);
    const bound = env.get(declaration);
    if (bound !== undefined) return textsOf(bound.node, bound.env);
    if (ts.isParameter(declaration) && ts.isIdentifier(declaration.name))
      return argumentsOf(declaration).flatMap((given) => textsOf(given));
    if (
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      ts.isIdentifier(declaration.name)
    )
      return textsOf(declaration.initializer, env);
    throw new Unreadable(node);
  }

  /** The values of a table that is written out. */
  function valuesOf(node) {
    const declaration = ts.isIdentifier(node) ? declarationOf(node) : null;
    let value = declaration !== null && ts.isVariableDeclaration(declaration) ? declaration.initializer : node;
    while (value !== undefined && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)))
      value = value.expression;
    if (value === undefined || !ts.isObjectLiteralExpression(value)) throw new Unreadable(node);
    return value.properties.map((property) => {
      if (!ts.isPropertyAssignment(property)) throw new Unreadable(node);
      return property.initializer;
    });
  }

  function member(node, env) {
    if (node.name.text === 'meaning') return ['{meaning}'];
    const target = ts.isIdentifier(node.expression) ? declarationOf(node.expression) : null;
    let value = target !== null && ts.isVariableDeclaration(target) ? target.initializer : undefined;
    while (value !== undefined && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)))
      value = value.expression;
    if (value !== undefined && ts.isObjectLiteralExpression(value)) {
      const property = propertyOf(value, node.name.text);
      if (property !== undefined) return textsOf(property, env);
    }
    throw new Unreadable(node);
  }

  function called(node, env) {
    const fn = ts.isIdentifier(node.expression) ? functionOf(declarationOf(node.expression)) : null;
    if (fn === null || fn.body === undefined) throw new Unreadable(node);
    const inner = new Map(
      fn.parameters
        .map((parameter, index) => [parameter, node.arguments[index]])
        .filter(([, given]) => given !== undefined)
        .map(([parameter, given]) => [parameter, { node: given, env }]),
    );
    return returnsOf(fn).flatMap((value) => textsOf(value, inner));
  }

  /** What the function that an expression names returns. */
  function returnsTo(node) {
    const fn = ts.isIdentifier(node) ? functionOf(declarationOf(node)) : node;
    return fn !== null && ts.isFunctionLike(fn) ? returnsOf(fn) : [];
  }

  return { calls, literals, textsOf, returnsTo };
}

function returnsOf(fn) {
  if (!ts.isBlock(fn.body)) return [fn.body];
  const found = [];
  const visit = (node) => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(fn.body, visit);
  return found;
}
