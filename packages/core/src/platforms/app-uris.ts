import { type FieldError, rules } from '../kernel/index.js';

/** By RFC 3986. A single letter is refused, because systems take it for the name of a drive. */
const SCHEME_FORM = /^[a-z][a-z0-9+.-]+$/;
const SCHEME_LENGTH = 64;

/**
 * Schemes that browsers and operating systems handle themselves. An address with one of them runs a script, reads a
 * file, or opens another program than the platform's app.
 */
const SYSTEM_SCHEMES: ReadonlySet<string> = new Set([
  // The web, for which a redirect needs no registration.
  ...['http', 'https', 'ws', 'wss', 'wais'],
  // Content and scripts of browsers.
  ...['about', 'blob', 'cid', 'data', 'feed', 'file', 'filesystem', 'jar', 'javascript', 'livescript', 'mhtml', 'mid'],
  ...['mocha', 'res', 'resource', 'vbscript', 'view-source', 'wyciwyg'],
  ...['brave', 'chrome', 'chrome-devtools', 'chrome-error', 'chrome-extension', 'chrome-native', 'chrome-search'],
  ...['chrome-untrusted', 'devtools', 'edge', 'edge-extension', 'isolated-app', 'moz-extension', 'moz-icon', 'opera'],
  ...['safari-extension', 'safari-web-extension', 'vivaldi', 'webkit'],
  // Browsers of phones, which open any address after the scheme.
  ...['firefox', 'firefox-focus', 'googlechrome', 'googlechrome-x-callback', 'googlechromes', 'opera-http'],
  ...['opera-https', 'touch-http', 'touch-https', 'x-safari-http', 'x-safari-https', 'x-web-search'],
  // Calls, messages, payments and places.
  ...['addressbook', 'message', 'telprompt', 'wtai'],
  ...['bitcoin', 'callto', 'ethereum', 'facetime', 'facetime-audio', 'geo', 'im', 'irc', 'ircs', 'lightning', 'lnurl'],
  ...['lnurlp', 'lnurlw', 'magnet', 'mailto', 'maps', 'mms', 'mmsto', 'payto', 'sip', 'sips', 'skype', 'sms', 'smsto'],
  ...['tel', 'urn', 'webcal', 'xmpp'],
  // Files, shells and directories of other hosts.
  ...['acct', 'afp', 'cifs', 'dav', 'davs', 'dict', 'dns', 'finger', 'fish', 'ftp', 'ftps', 'git', 'gopher', 'imap'],
  ...['ldap', 'ldaps', 'mailbox', 'netdoc', 'news', 'nfs', 'nntp', 'pop', 'rdp', 'rlogin', 'rtsp', 'rtmp', 'sftp'],
  ...['shell', 'smb', 'snews', 'ssh', 'svn', 'telnet', 'tftp', 'tn3270', 'vnc', 'z39.50r', 'z39.50s'],
  // Operating systems: their settings, stores and installers.
  ...['jnlp', 'jnlps', 'vscode', 'vscode-insiders', 'x-help-script', 'x-help-topic', 'x-man-page'],
  ...[
    'android-app',
    'android-settings',
    'app-settings',
    'applescript',
    'appinstaller',
    'content',
    'help',
    'hcp',
    'intent',
    'itms',
  ],
  ...['itms-apps', 'itms-appss', 'itms-beta', 'itms-services', 'itmss', 'macappstore', 'market', 'mk', 'prefs'],
  ...['search', 'search-ms', 'shortcuts', 'steam', 'workflow', 'zoommtg', 'zoomus'],
]);
/** Families of such schemes: programs of Microsoft and settings of Apple and Microsoft. */
const SYSTEM_FAMILIES: readonly string[] = ['ms-', 'microsoft-', 'microsoft.', 'windows-', 'x-apple', 'com.apple.'];

/** The scheme is in lower case. */
const isSystemScheme = (scheme: string): boolean =>
  SYSTEM_SCHEMES.has(scheme) || SYSTEM_FAMILIES.some((start) => scheme.startsWith(start));

/** A scheme that only the platform's app handles. */
export const redirectScheme = rules.text({
  minLength: 1,
  maxLength: SCHEME_LENGTH,
  check: (spelled) => {
    const [, scheme, rest] = /^([a-z][a-z0-9+.-]*)(:.*)?$/.exec(spelled.toLowerCase()) ?? [];
    if (scheme === undefined || !SCHEME_FORM.test(scheme)) return NOT_A_SCHEME;
    if (rest !== undefined) return `must be the scheme alone: ${scheme}`;
    if (isWeb(scheme)) return `must be the scheme of an app; ${scheme} addresses need no registration`;
    if (isSystemScheme(scheme)) {
      return `must be the scheme of an app; ${scheme} belongs to browsers or operating systems`;
    }
    return null;
  },
});

const NOT_A_SCHEME =
  'must be a URI scheme of at least two letters, digits, +, - or . that starts with a letter, such as com.example.app';

const isWeb = (scheme: string): boolean => scheme === 'http' || scheme === 'https';

/** The scheme of a URI, in lower case; null if it has none. */
function schemeOf(uri: string): string | null {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(uri) ?? [];
  return scheme?.toLowerCase() ?? null;
}

const SEGMENTS = "[A-Za-z0-9._~:/@!$&'()*+,;=%-]*";
const QUERY_AND_FRAGMENT = "(?:\\?[A-Za-z0-9._~:/?@!$&'()*+,;=%-]*)?(?:#[A-Za-z0-9._~:/?@!$&'()*+,;=%-]*)?";
/** After the scheme: a name with an optional path, or a path alone; no credentials. */
const APP_URI = new RegExp(`^[^:]+:(?://[A-Za-z0-9._~-]*(?:/${SEGMENTS})?|(?!//)${SEGMENTS})${QUERY_AND_FRAGMENT}$`);
const FRAGMENT = /#[A-Za-z0-9._~:/?@!$&'()*+,;=%-]*$/;

const NOT_AN_ADDRESS =
  'must be an absolute address in ASCII without credentials: of a web page, such as https://app.example/#/done, or of an app, such as com.example.app://done';

/**
 * An address to which a hosted page leads: an http or https URL, in production https, or the URI of an app. Whether the
 * platform has registered the scheme of the app is checked with its settings: `isUnregistered`.
 */
export const redirectUri = (maxLength: number, httpsOnly: boolean): rules.Rule =>
  rules.text({ maxLength, check: (uri) => faultOf(uri, httpsOnly) });

function faultOf(uri: string, httpsOnly: boolean): string | null {
  const scheme = schemeOf(uri);
  if (scheme === null) return NOT_AN_ADDRESS;
  if (isWeb(scheme)) {
    const faults: FieldError[] = [];
    rules.url(uri.length, false)(uri.replace(FRAGMENT, ''), '', (error) => faults.push(error));
    if (faults.length > 0) return NOT_AN_ADDRESS;
    return httpsOnly && scheme === 'http' ? 'must be an https URL' : null;
  }
  if (isSystemScheme(scheme))
    return `must not have the scheme ${scheme}, which belongs to browsers or operating systems`;
  return APP_URI.test(uri) && SCHEME_FORM.test(scheme) ? null : NOT_AN_ADDRESS;
}

/** What stands for the code in `invitationUri`. */
export const CODE_PLACE = '{code}';

/** A browser looks the name of a site up without encryption, and the holder of a code can claim the invitation. */
const CODE_IN_SITE = /^https?:\/\/[^/?#]*\{code\}/i;

/** The address in which `{code}`, if it occurs, is the place of an invitation's code. */
export const invitationUri = (maxLength: number, httpsOnly: boolean): rules.Rule =>
  rules.text({
    maxLength,
    check: (uri) => {
      if (schemeOf(uri) === null) return NOT_AN_ADDRESS;
      if (CODE_IN_SITE.test(uri)) return `must not have ${CODE_PLACE} in the name of the site, which networks can read`;
      return faultOf(uri.replaceAll(CODE_PLACE, 'code'), httpsOnly);
    },
  });

/** Whether the address belongs to an app whose scheme is not among the registered ones. */
export function isUnregistered(uri: string | null, schemes: readonly string[] | null): uri is string {
  const scheme = uri === null ? null : schemeOf(uri);
  return scheme !== null && !isWeb(scheme) && schemes?.includes(scheme) !== true;
}

/** The message for an address with a scheme that is not registered. */
export function unregistered(uri: string): string {
  const scheme = schemeOf(uri)!;
  return `has the scheme ${scheme}, which the platform has not registered; add it to redirectSchemes with PATCH /config`;
}
