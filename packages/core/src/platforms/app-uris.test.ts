import { expect, test } from 'vitest';
import type { FieldError, rules } from '../kernel/index.js';
import { invitationUri, isUnregistered, redirectScheme, redirectUri } from './app-uris.js';

const faultOf = (rule: rules.Rule, value: unknown): string | null => {
  const errors: FieldError[] = [];
  rule(value, 'field', (error) => errors.push(error));
  return errors[0]?.message ?? null;
};
const anywhere = redirectUri(2_048, false);
const inProduction = redirectUri(2_048, true);

test.each([
  'https://app.example',
  'https://app.example/#/verified',
  'https://app.example/back?a=1#/verified?b=2/!x',
  'https://app.example:8443/?next=/a#',
  'com.example.app://verified',
  'com.example.app:/verified',
  'COM.Example.App://verified',
  'myapp:/done',
  'myapp:done?x=1#y',
  'myapp://',
  'web+acme:done',
])('accepts the address %s in production', (uri) => {
  expect(faultOf(inProduction, uri)).toBeNull();
  expect(faultOf(anywhere, uri)).toBeNull();
});

test('accepts http only in the sandbox', () => {
  expect(faultOf(anywhere, 'http://localhost:3000/#/done')).toBeNull();
  expect(faultOf(inProduction, 'http://localhost:3000/#/done')).toBe('must be an https URL');
});

test.each([
  '',
  'back',
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://shop.example\\@evil.example/',
  'https://user:pass@evil.example',
  'https://user@evil.example/#/x',
  'https://shop.example/#a#b',
  'https://shop.example/#"><script>',
  'https://shop.example/#a b',
  'https://shöp.example/#/x',
  'https://shop.example/\r\nSet-Cookie: a=b',
  'https://shop.example/#\r\nSet-Cookie: a=b',
  'myapp://done\r\nSet-Cookie: a=b',
  'myapp://done\n',
  'myapp://user:pass@evil.example',
  'myapp://x;script-src *',
  'myapp://done" onclick="x',
  'my app://done',
  ' myapp://done',
  'c:/windows',
  '1app://done',
])('refuses %j, which is not the address of a page or an app', (uri) => {
  expect(faultOf(anywhere, uri)).not.toBeNull();
});

const DANGEROUS = [
  ...['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss', 'mailto', 'tel', 'sms', 'intent'],
  ...['filesystem', 'view-source', 'content', 'chrome', 'ms-settings', 'search-ms', 'x-apple.systempreferences', 'ftp'],
  ...['googlechrome', 'firefox', 'touch-https', 'x-safari-https', 'x-web-search', 'wtai', 'telprompt', 'jnlp'],
  ...['x-man-page', 'x-help-script', 'vscode'],
];

test.each(DANGEROUS)('refuses the scheme %s as an address and as the scheme of an app, by its name', (scheme) => {
  for (const spelled of [scheme, scheme.toUpperCase()]) {
    expect(faultOf(anywhere, `${spelled}:alert(1)`)).toBe(
      `must not have the scheme ${scheme}, which belongs to browsers or operating systems`,
    );
    expect(faultOf(redirectScheme, spelled)).toBe(
      `must be the scheme of an app; ${scheme} belongs to browsers or operating systems`,
    );
  }
});

test.each(['http', 'https', 'HTTPS'])('says that %s needs no registration', (scheme) => {
  expect(faultOf(redirectScheme, scheme)).toBe(
    `must be the scheme of an app; ${scheme.toLowerCase()} addresses need no registration`,
  );
});

test.each(['com.example.app', 'myapp', 'Com.Example.App', 'a1', 'web+acme', 'my-app'])(
  'accepts %s as the scheme of an app',
  (scheme) => {
    expect(faultOf(redirectScheme, scheme)).toBeNull();
  },
);

test('asks for the scheme alone', () => {
  expect(faultOf(redirectScheme, 'MyApp://')).toBe('must be the scheme alone: myapp');
  expect(faultOf(redirectScheme, 'myapp:')).toBe('must be the scheme alone: myapp');
});

test.each(['', ' ', 'a', '1app', '.app', 'my app', 'my_app', 'my/app', 'äpp', 'app\n', 'x'.repeat(65), 7, null])(
  'refuses %j as the scheme of an app',
  (scheme) => {
    expect(faultOf(redirectScheme, scheme)).not.toBeNull();
  },
);

test('an address of an app needs a registered scheme, one of the web does not', () => {
  expect(isUnregistered('https://app.example/#/x', null)).toBe(false);
  expect(isUnregistered(null, null)).toBe(false);
  expect(isUnregistered('myapp:/done', null)).toBe(true);
  expect(isUnregistered('myapp:/done', ['other'])).toBe(true);
  expect(isUnregistered('MyApp:/done', ['other', 'myapp'])).toBe(false);
});

test('an invitation address has the code after the name of its site, or nowhere', () => {
  const rule = invitationUri(512, true);
  for (const uri of [
    'https://app.example/join',
    'https://app.example/join/{code}#/{code}',
    'myapp://join?code={code}',
  ]) {
    expect(faultOf(rule, uri), uri).toBeNull();
  }
  for (const uri of ['https://{code}/', 'https://{code}.app.example/join', 'https://app.example.{code}?x']) {
    expect(faultOf(rule, uri), uri).toBe('must not have {code} in the name of the site, which networks can read');
  }
  expect(faultOf(rule, 'myapp://{code}')).toBeNull();
  for (const uri of ['{code}://join', '{code}', 'https://app.example/{CODE}', 'https://app.example/{other}']) {
    expect(faultOf(rule, uri), uri).not.toBeNull();
  }
});
