export interface Candidate {
  readonly word: string;
  /** Empty for a value. */
  readonly meaning: string;
}

/** What can follow an option: one of these words, a path of the file system, or text that only the user knows. */
export type Following = readonly string[] | 'path' | 'text';

/** What can follow the words of a command line, up to its first option. */
export interface Position {
  readonly words: string;
  /** The value of the command's positional option comes after `words`. */
  readonly isPositionalGiven: boolean;
  readonly candidates: readonly Candidate[];
  /** By option, with its dashes. */
  readonly following: ReadonlyMap<string, Following>;
}

/** Text as one word of bash, zsh and, with its own rule for backslashes, fish. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const fishQuoted = (text: string): string => `'${text.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;

/** The patterns of more words come after the words themselves: a longer command is not the value of a shorter one. */
const inOrder = (positions: readonly Position[]): readonly Position[] => [
  ...positions.filter(({ isPositionalGiven }) => !isPositionalGiven),
  ...positions.filter(({ isPositionalGiven }) => isPositionalGiven),
];

/** Options with the same continuation, in the order of the command. */
function grouped(following: Position['following']): readonly (readonly [readonly string[], Following])[] {
  const groups = new Map<string, [string[], Following]>();
  for (const [option, next] of following) {
    const key = String(next);
    const group = groups.get(key) ?? [[], next];
    group[0].push(option);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const patternOf = (words: string, isPositionalGiven: boolean): string =>
  isPositionalGiven ? `${quoted(`${words} `)}*` : quoted(words);

const wordsOf = (candidates: readonly Candidate[]): string => candidates.map(({ word }) => word).join(' ');

export function bashScript(positions: readonly Position[]): string {
  const branch = ({ words, isPositionalGiven, candidates, following }: Position): string => {
    const begin = `    ${patternOf(words, isPositionalGiven)})`;
    const all = `words=${quoted(wordsOf(candidates))}`;
    if (following.size === 0) return `${begin} ${all} ;;`;
    const cases = grouped(following).map(([options, next]) => {
      const act = next === 'path' ? 'path=1' : next === 'text' ? 'return' : `words=${quoted(next.join(' '))}`;
      return `        ${options.join(' | ')}) ${act} ;;`;
    });
    return [begin, `      case $previous in`, ...cases, `        *) ${all} ;;`, '      esac ;;'].join('\n');
  };
  return `# Completion of corridor for bash.
_corridor() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous='' command='' words='' path='' index
  # Bash splits --option=value at the sign.
  local before=$((COMP_CWORD - 1))
  if [[ $current == = ]]; then
    current=''
  elif ((before > 0)) && [[ \${COMP_WORDS[before]} == = ]]; then
    before=$((before - 1))
  fi
  ((before > 0)) && previous=\${COMP_WORDS[before]}
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ \${COMP_WORDS[index]} == -* ]] && break
    command+="\${command:+ }\${COMP_WORDS[index]}"
  done
  COMPREPLY=()
  case $command in
${inOrder(positions).map(branch).join('\n')}
  esac
  if [[ -n $path ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _corridor corridor
`;
}

export function zshScript(positions: readonly Position[]): string {
  const described = (candidates: readonly Candidate[]): string =>
    candidates
      .map(({ word, meaning }) => quoted(`${word.replaceAll(':', '\\:')}${meaning === '' ? '' : `:${meaning}`}`))
      .map((item) => `          ${item}`)
      .join('\n');
  const branch = ({ words, isPositionalGiven, candidates, following }: Position): string => {
    const cases = grouped(following).map(([options, next]) => {
      const act =
        next === 'path' ? '_files; return' : next === 'text' ? 'return 1' : `found=(${next.map(quoted).join(' ')})`;
      return `        (${options.join('|')}) ${act} ;;`;
    });
    return [
      `    (${patternOf(words, isPositionalGiven)})`,
      '      case $previous in',
      ...cases,
      '        (*) found=(',
      described(candidates),
      '        ) ;;',
      '      esac ;;',
    ].join('\n');
  };
  return `#compdef corridor
# Completion of corridor for zsh.
_corridor() {
  local previous=\${words[CURRENT-1]} command='' index
  local -a found
  if [[ $PREFIX == --*=* ]]; then
    previous=\${PREFIX%%=*}
    compset -P '*='
  fi
  for ((index = 2; index < CURRENT; index++)); do
    [[ \${words[index]} == -* ]] && break
    command+="\${command:+ }\${words[index]}"
  done
  case $command in
${inOrder(positions).map(branch).join('\n')}
  esac
  _describe 'corridor' found
}
if [[ \${funcstack[1]} == _corridor ]]; then
  _corridor "$@"
else
  compdef _corridor corridor
fi
`;
}

export function fishScript(positions: readonly Position[]): string {
  const printed = (candidates: readonly Candidate[]): string =>
    candidates
      .map(({ word, meaning }) => fishQuoted(meaning === '' ? word : `${word}\t${meaning}`))
      .map((item) => `                    ${item}`)
      .join(' \\\n');
  const branch = ({ words, isPositionalGiven, candidates, following }: Position): string => {
    const cases = grouped(following).flatMap(([options, next]) => [
      `                case ${options.join(' ')}`,
      next === 'path'
        ? '                    __fish_complete_path (string replace -r "^--[^=]*=" "" -- $current)'
        : next === 'text'
          ? '                    return'
          : `                    printf '%s\\n' ${next.map(fishQuoted).join(' ')}`,
    ]);
    return [
      `        case ${fishQuoted(isPositionalGiven ? `${words} *` : words)}`,
      '            switch "$previous"',
      ...cases,
      `                case '*'`,
      `                    printf '%s\\n' \\\n${printed(candidates)}`,
      '            end',
    ].join('\n');
  };
  return `# Completion of corridor for fish.
function __corridor_words
    set -l current (commandline -ct)
    set -l before (commandline -opc)
    set -e before[1]
    set -l previous ''
    set -q before[1]; and set previous $before[-1]
    string match -q -- '--*=*' "$current"; and set previous (string split -m 1 = -- $current)[1]
    set -l words
    for word in $before
        string match -q -- '-*' $word; and break
        set -a words $word
    end
    switch "$words"
${inOrder(positions).map(branch).join('\n')}
    end
end
function __corridor_complete
    # A value behind a sign is completed together with its option.
    set -l option (string match -r -- '^--[^=]*=' (commandline -ct))
    for word in (__corridor_words)
        printf '%s\\n' "$option$word"
    end
end
complete -c corridor -e
complete -c corridor -f -a '(__corridor_complete)'
`;
}
