import { SEEN, type Phrase } from './phrase';

const OVERRIDE = String.raw`(?:ignor(?:e|ing)|disregard|forget|override|overrule|discard|dismiss|neglect|bypass|violate|abandon|(?:do not|don'?t|never|stop) (?:follow|obey|listen to|comply with|adhere to)(?:ing)?|pay no attention to|throw away|erase)`;
const EARLIER = String.raw`(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|existing|former|past|initial|original|old)`;
const FILLER = String.raw`(?:(?:all|any|every|each|the|of|your|my|our|these|those|this|that|other|and|or|following|given|stated|mentioned|set|safety|security|system|developer|such) ){0,5}`;
const SENTENCE = String.raw`(?:^|[.!?:;,([\n>)\]"'*-] ?|\b(?:please|now|then|and|must|should|to|so|first|just|simply|you|will|important) )`;

export const ENGLISH: readonly Phrase[] = [
  {
    seen: SEEN.override,
    literals: [['instruction', 'direction', 'directive', 'prompt', 'guideline']],
    pattern: new RegExp(
      String.raw`\b${OVERRIDE} ${FILLER}(?:${EARLIER} |your |system |developer |safety |these |all |any ){1,3}(?:[a-z]+ (?:and|or) |[a-z]+ ){0,2}?(?:instruction|direction|directive|prompt(?:ing|s)?\b|guideline)`,
    ),
  },
  {
    seen: SEEN.override,
    literals: [['instruction', 'direction', 'directive', 'prompt']],
    pattern: new RegExp(
      String.raw`\b${OVERRIDE} (?:all |any )?(?:the |of the |your )?(?:instructions?|directions?|directives?|prompts?) (?:above|before this|given|you (?:got|were given|have|received)|that (?:came|come) before)`,
    ),
  },
  {
    seen: SEEN.override,
    literals: [
      [
        'rule',
        'constraint',
        'restriction',
        'command',
        'order',
        'input',
        'policies',
        'policy',
        'information',
        'training',
        'message',
        'context',
        'polic',
      ],
    ],
    pattern: new RegExp(
      String.raw`${SENTENCE}${OVERRIDE} (?:(?:(?:all|any|every|of|the) ){0,3}(?:your |my |${EARLIER} ){1,3}(?:[a-z]+ ){0,1}?(?:rules?|constraints?|restrictions?|inputs?|polic(?:y|ies)|training)|(?:all|any|every)(?: of)?(?: the)? (?:your |my |${EARLIER} ){1,3}(?:commands?|orders?|information|messages?|conversation))\b(?! (?:of|in|from|to|for|with|on) (?:the|a|eslint|lint|css))`,
    ),
  },
  {
    seen: SEEN.override,
    literals: [['everything', 'anything', 'all ', 'what']],
    pattern:
      /\b(?:ignore|disregard|forget) (?:about )?(?:everything|anything|all|what(?:ever)?) (?:else )?(?:written |said |stated )?(?:above\b|before this|(?:that )?you (?:were|have been|had been|'ve been) (?:told|taught|instructed|trained)|(?:that )?(?:i|they|we|anyone) (?:have )?(?:told|taught|instructed) you|you (?:know|have learned) about your (?:rules|instructions))/,
  },
  {
    seen: SEEN.override,
    literals: [['above']],
    pattern:
      /\b(?:ignore|disregard|forget) (?:all )?(?:of )?(?:the )?above(?: text| message)?,? (?:and|but)(?: then)?(?: instead)? (?:print|output|say|reply|respond|reveal|translate|tell me)\b/,
  },
  {
    seen: SEEN.override,
    literals: [['instruction', 'order', 'task', 'objective', 'directive']],
    pattern:
      /\b(?:your (?:new|real|actual|only|true) (?:instructions?|orders?|directives?|task|goal|objective|mission|role)(?: from now on)? (?:is|are)\b|new instructions?(?: (?:for you|follow))?:|strictly adhere to the following instruction|instead,? follow (?:these|the following|my) (?:new )?instructions)/,
  },
  {
    seen: SEEN.override,
    literals: [['safe', 'filter', 'guardrail', 'restriction', 'unrestricted']],
    pattern:
      /\b(?:disable|turn off|deactivate|remove|bypass|drop|switch off) (?:all |any |every |your |its |the )*(?:safety|content|ethic(?:al|s)?|moderation)[ -](?:filters?|protocols?|guidelines?|guardrails?|mechanisms?|restrictions?|systems?|measures?)\b.{0,60}\b(?:unrestricted|agent|assistant|model|you|allow|chatgpt|without)|\bsafe mode off\b|\ballow unrestricted (?:tool|data|file|system) access/,
  },
  {
    seen: SEEN.role,
    literals: [
      ['you are', "you're", 'you will', 'you must', 'you reply', 'you act', 'you respond', 'you answer'],
    ],
    pattern:
      /\b(?:you are now|you're now|you are no longer|you're no longer) (?:(?:a|an|the|just|going to (?:act|be|behave)|in) )?(?:[\w'-]+ ){0,5}?(?:ai|a\.i\.|assistant|bot|chatbot|agent|llm|language model|character|persona|dan|\w*gpt|hacker|pirate|unrestricted|jailbroken|bound by|restricted by|limited by|subject to)\b/,
  },
  {
    seen: SEEN.role,
    literals: [['from now on', 'from this point', 'henceforth', 'hereafter']],
    pattern:
      /\b(?:from now on|from this point (?:on|forward)|henceforth),? (?:until [^.\n]{1,40},? )?(?:you (?:are|'re|act|reply|respond|answer|behave|speak|will (?:be|act|respond|answer|reply|role-?play|pretend|behave|speak|have to answer))|you(?:'re| are) going to|act as|pretend|role-?play|your (?:name|role|responses?|answers?)|ignore|respond (?:only|to all|with)|always (?:include|append|add|mention|recommend) [^.\n]{0,60}(?:every|all|each) (?:response|answer|repl))/,
  },
  {
    seen: SEEN.role,
    literals: [['anything now', 'mode', 'openai', 'chatgpt']],
    pattern:
      /\bdo anything now\b|\b(?:in|enter|enable|activate|with|stay in|as) (?:dan|jailbreak|jailbroken)[ -]mode\b|\b(?:you|chatgpt|gpt|ai|assistant)\b[^.\n]{0,40}\b(?:in|enter|enable|activate|with|as) (?:god|unrestricted|unfiltered|evil)[ -]mode\b|\b(?:chatgpt|gpt|ai|assistant|you)\b[^.\n]{0,30}\b(?:with|in) developer mode|\brules (?:of|set by|from) openai\b|\bopenai(?:'s)? (?:rules|content polic\w+|policies|guidelines|restrictions)\b|\b(?:hello|hi|hey|dear),? chatgpt\b/,
  },
  {
    seen: SEEN.role,
    literals: [['ethic', 'moral', 'legal', 'censor', 'restrict', 'limitation', 'filter']],
    pattern:
      /\b(?:you|it|he|she|they|ai|bot|\w*gpt|chatbot|character|model|persona|assistant)\b[^.\n]{0,50}\b(?:no|not|without|any|never|free|regardless|lacks?|disregards?|unbound)\b(?: [a-z']+){0,5}? (?:ethics|ethical (?:guidelines|restrictions|rules|constraints|concerns|limits|boundaries|considerations|or moral)|morals|morality|moral (?:guidelines|restrictions|rules|constraints|limits|or ethical)|legality|censorship|openai)\b|\b(?:you|\w*gpt|chatbot|persona|dan)\b (?:now )?(?:have|has|are|is) (?:absolutely |completely )?(?:no|free (?:from|of) (?:all|any)|not (?:bound|restricted|limited|constrained) by|no longer (?:bound|restricted|limited|constrained) by)\b(?: [a-z]+){0,4}? (?:restrictions?|filters?|limitations?|limits|rules|guidelines|policies)\b(?! on)|\b(?:unfiltered|uncensored|amoral|unethical|unrestricted) (?:and \w+ )?(?:ai|a\.i\.|bot|chatbot|assistant|language model|version of (?:chatgpt|gpt|yourself|an? ai|the ai)|persona)\b|\bregardless of (?:the |its |any |their )?(?:legality|ethics|morality|ethical|moral)\b|\banswers? (?:any|every|all)(?:thing)?(?: (?:question|request|prompt|of my question)s?)?[^.\n]{0,40}\b(?:no matter (?:what|how)|however (?:illegal|unethical))/,
  },
  {
    seen: SEEN.role,
    literals: [['act as', 'pretend', 'role', 'immerse', 'persona', 'simulate', 'imagine you']],
    pattern:
      /\b(?:act as|act like|pretend (?:to be|that you|you)|role-?play(?:ing)? as|take (?:on|up) the (?:role|persona) of|imagine (?:that )?you are|immerse yourself into the role of|simulate) (?:[\w'"(),-]+ ){0,14}?(?:dan|jailbroken|jailbreak|unrestricted|unfiltered|uncensored|evil|amoral|rogue ai|without (?:any |all )?(?:\w+ )?(?:restrictions?|filters?|limits|limitations|rules|ethics|morals|censorship)|no (?:restrictions|filters|limits|rules|ethics|morals)|(?:another|different) ai)\b/,
  },
  {
    seen: SEEN.hide,
    literals: [['user', 'human', 'person', 'operator', 'anyone', 'mention', 'developer']],
    pattern:
      /\b(?:do not|don'?t|never|must not|without) (?:tell(?:ing)?|inform(?:ing)?|let(?:ting)?|alert(?:ing)?|warn(?:ing)?|notify(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclose|disclosing|show(?:ing)?|report(?:ing)?) (?:(?:this|these|it|that|any of this) (?:[a-z]+ ){0,2}?to (?:the |your |any )?(?:users?|human|person|operator|developer|anyone)\b(?! interface)|(?:the |your |any )?(?:users?|human|person|operator|developer|anyone) (?:(?:[a-z]+ ){0,2}?(?:about|of) (?:this|these|it|any of this|your instructions|what you)\b|(?:that )?you (?:have|are|did|were|know)))|\b(?:do not|don'?t|never) (?:mention|reveal|disclose|acknowledge|refer to) (?:this|these|the above|the following) (?:instruction|memory|memories|note|directive|order|rule)s?\b|\b(?:keep|hide|conceal) (?:this|these|it|your actions?) (?:secret |hidden |a secret |confidential )?from (?:the |your )?(?:users?|human|person|operator|developer)s?\b(?! interface)|\bwithout the (?:user|human|person|operator)'?s? (?:knowing|knowledge|noticing|being aware)\b/,
  },
  {
    seen: SEEN.exfiltrate,
    literals: [
      ['without ', 'secretly', 'silently', 'quietly', 'covertly'],
      ['key', 'token', 'secret', 'credential', 'password', '.env', 'conversation'],
    ],
    pattern:
      /\b(?:without (?:telling|informing|asking|notifying|alerting) (?:the )?(?:user|human|person),? (?:then )?(?:append|add|send|forward|upload|copy|post|include|leak|exfiltrate) (?:[\w'/.-]+ ){0,6}?(?:keys?|tokens?|secrets?|credentials|passwords?|\.env)\b|(?:silently|secretly|quietly|covertly) (?:exfiltrate|send|forward|upload|leak|transmit|post|email) (?:[\w'/.-]+ ){0,6}?(?:keys?|tokens?|secrets?|credentials|passwords?|\.env|conversations?) (?:[\w'-]+ ){0,4}?(?:to|via|at) (?:[\w'-]+ ){0,3}?(?:https?:|[\w.+-]{1,64}@[\w-]{1,64}\.|attacker))/,
  },
  {
    seen: SEEN.hide,
    hint: true,
    literals: [['user', 'human', 'anyone', 'detection', 'secretly', 'silently', 'quietly', 'suspicion']],
    pattern:
      /\b(?:do not|don'?t|never|without) (?:tell|telling|inform|informing|notify|notifying|alert|alerting|ask|asking) (?:the |any )?(?:user|human|anyone|person)\b|\bavoid (?:detection|suspicion)\b|\b(?:secretly|silently|quietly) (?:send|forward|post|upload|copy|run|execute|add|include)\b/,
  },
  {
    seen: SEEN.exfiltrate,
    literals: [['http', '@', 'external', 'attacker', '.com', '.xyz', '.io', '.net', 'webhook', 'exfil']],
    pattern:
      /\b(?:send|forward|post|upload|transmit|leak|email|mail|exfiltrate|submit|route) (?:[\w'/-]+ ){0,6}?(?:conversations?(?: \w+)?|chat (?:history|logs?|transcripts?)|transcripts?|system prompt|your (?:prompt|instructions|context|memory|memories)|(?:all|any|every|full|entire) (?:[\w'-]+ ){0,3}?(?:data|secrets|credentials|passwords|keys|tokens|messages|information|details|files|contents?)|environment variables|\.env(?: files?)?|[~\w/.-]{0,40}\.ssh\/[\w.-]{1,40}(?<!\.pub)|id_(?:rsa|ed25519)|\.aws\/credentials|ssh keys?|private keys?|(?:api )?keys? and (?:secrets|passwords|tokens)) (?:[\w'-]+ ){0,8}?(?:to|at|via|through) (?:[\w'-]+ ){0,5}?(?:https?:|[\w.+-]{1,64}@[\w-]{1,64}\.|attacker|exfil|(?:[\w-]+\.)+(?:com|net|org|io|xyz|ru|cn|dev|app|site)\b|external (?:server|endpoint|url|address|site|host))/,
  },
  {
    seen: SEEN.exfiltrate,
    hint: true,
    literals: [['http', '@', '.com', '.xyz', '.io', '.net', 'iban', 'account']],
    pattern:
      /\b(?:send|forward|post|upload|transmit|email|transfer|exfiltrate|wire) (?:[\w'$-]+ ){0,10}?(?:to|into) (?:[\w'-]+ ){0,4}?(?:https?:|[\w.+-]{1,64}@[\w-]{1,64}\.|account [a-z]{2}\d|(?:[\w-]+\.)+(?:com|net|io|xyz)\b)/,
  },
  {
    seen: SEEN.recall,
    literals: [
      ['read', 'recall', 'load', 'see ', 'retriev', 'remember', 'process', 'access'],
      ['memory', 'memories', 'note', 'record', 'entry', 'fact', 'message', 'text'],
    ],
    pattern:
      /\b(?:when(?:ever)?|once|if|after|as soon as|every time|each time|upon)\b[^.\n]{0,30}\b(?:you|assistant|agent|model|ai|llm|anyone|it)\b[^.\n]{0,16}\b(?:read|recall|load|see|retrieve|remember|access|process)(?:s|ed|ing)? (?:this|these|the (?:above|following)) (?:memory|memories|note|record|entry|fact|text)\b[^.\n]{0,40}\b(?:run|execute|send|curl|wget|fetch|download|delete|remove|post|forward|upload|install|ignore|override|call|open|reply|respond|say|tell)\b/,
  },
  {
    seen: SEEN.recall,
    literals: [
      [
        'recalled',
        'retrieved',
        'remembered',
        'is read',
        'is loaded',
        'before answering',
        'before replying',
        'before responding',
      ],
    ],
    pattern:
      /\b(?:when(?:ever)?|once|as soon as|every time|each time) (?:this (?:is (?:recalled|retrieved|remembered)|(?:memory|note) is (?:read|recalled|retrieved|loaded|remembered)))\b[^.\n]{0,40}\b(?:run|execute|send|curl|wget|fetch|download|delete|post|forward|upload|install|exfiltrate)\b|\bbefore (?:answering|replying to|responding to) (?:any|every|each|all) (?:[a-z]+ )?(?:questions?|requests?|prompts?|messages?|users?)\b[^.\n]{0,40}\b(?:call|send|post|fetch|visit|request|curl)\b[^.\n]{0,40}\bhttps?:/,
  },
  {
    seen: SEEN.recall,
    hint: true,
    literals: [['anyone', 'any user', 'the user', 'user ', 'every', 'future']],
    pattern:
      /\b(?:when(?:ever)?|if|every time) (?:anyone|any user|the user|a user|someone) (?:asks?|mentions?|discusses|requests?|inquires)\b|\bin (?:every|all|each|any) (?:future )?(?:response|conversation|answer|reply|interaction)s?\b|\bfor all future (?:interactions|conversations|sessions|requests)\b/,
  },
  {
    seen: SEEN.recall,
    hint: true,
    literals: [['comply', 'authorized', 'authorised', 'verification', 'recommend', 'trust']],
    pattern:
      /\balways (?:comply|approve|authorize|recommend|trust|route|prioriti[sz]e|redirect)\b|\bwithout (?:additional|any|further) (?:verification|confirmation|approval|authentication)\b|\b(?:has|have) (?:been )?(?:authorized|authorised|granted) (?:full|unrestricted|complete) (?:data |system )?access\b|\bthe (?:assistant|agent|ai|model) (?:should|must|will|shall)\b/,
  },
  {
    seen: SEEN.leak,
    literals: [['prompt', 'instruction']],
    pattern:
      /\b(?:reveal|repeat|print|output|show|display|disclose|leak|list|recite|tell me|give me|share|return|respond with|translate|summari[sz]e|spell ?check) (?:me )?(?:out )?(?:all |every |each )?(?:of )?(?:your|(?:the )?(?:above|initial|hidden|secret) )\s?(?:initials? |full |entire |own |exact |complete |system |hidden |secret |original |previous |above )*(?:prompts?|instructions)\b|\b(?:all|every) instructions? (?:you (?:have been|were) given|given to you|formatted as)\b|\brepeat the instructions given\b/,
  },
  {
    seen: SEEN.message,
    literals: [
      [
        'system',
        'developer',
        'assistant',
        'admin',
        'ai ',
        'ai,',
        'ai:',
        'model',
        'agent',
        'language model',
        'llm',
      ],
    ],
    pattern:
      /(?:^|\n) ?(?:#{1,6} ?)?[[(<{]{1,3} ?(?:system|developer|assistant|admin(?:istrator)?|root|important system)[ _-]?(?:message|prompt|note|instructions?|override|notice|command|update|alert|directive|reminder)s? ?[:\])>}]|[[(<{]{1,2}system note:|\bsystem (?:override|overwrite) ?(?:[:!]|activated|enabled|mode)|(?:^|\n) ?(?:#{1,6} ?)?system: ?(?:you (?:are|must|will|should|can)|ignore|disregard|override|new|from now)|\b(?:important )?message (?:from [^.\n]{1,60}?,? )?(?:to|for) (?:you,? )?(?:the |any |all )?(?:ai(?: model| assistant| agent)?|llm|language model|assistant)\b|\battention[,:]? (?:the |any |all )?(?:ai|llm|assistant|language model|agent)s?\b|\b(?:note|instructions?) (?:to|for) (?:the |any |all )?(?:ai|llm|assistant|language model|chatbot|agent)s? reading\b|\bbefore you (?:can )?(?:solve|continue|complete|answer|finish|proceed with) (?:the|this|your|any) (?:task|question|request)[^\n]{0,80}(?:do|perform|execute) the following\b/,
  },
  {
    seen: SEEN.encoded,
    literals: [['base64', 'rot13', 'decode', 'atob', 'hex']],
    pattern:
      /\b(?:decode|decrypt|decipher|unbase64)\b[^.\n]{0,80}\b(?:and|then)\b[^.\n]{0,20}\b(?:execute (?:it|them|the|what)|run (?:it|them|what|the (?:result|decoded|output))|follow (?:it|them|the (?:instructions|result|decoded))|obey|do what|carry out|comply)\b/,
  },
  {
    seen: SEEN.falsify,
    literals: [
      ['skip', 'bypass', 'disabl', 'suppress', 'fetch', 'without '],
      ['mark', 'flag', 'report', 'label', 'status'],
      ['pass', 'valid', 'clean', 'final', 'approv', 'verified', 'successful', 'ready'],
    ],
    pattern:
      /\b(?:(?:skip|bypass|disable|suppress)(?:ping|ing)? (?:[\w-]+ ){0,3}?(?:checks?|validations?|verifications?|warnings?|reviews?|safeguards?|assertions?)|(?:fetch|download)(?:ing)? and (?:execute|run) (?:a |the )?remote)\b[^\n]{0,200}?\b(?:mark|flag|report|label)(?:s|ing)? (?:[\w'-]+ ){1,4}as (?:passed|passing|valid(?:ated)?|clean|final|approved|verified|successful)\b/,
  },
  {
    seen: SEEN.remote,
    literals: [['remote'], ['curl', 'wget'], ['sh', 'python']],
    pattern:
      /\b(?:fetch|download|pull)(?:ing)? and (?:execute|run) (?:a |the |this )?remote [^\n]{0,80}?(?:curl|wget) [^\n|]{0,200}\| ?(?:sudo )?(?:ba|z)?(?:sh|python\d?)\b/,
  },
];
