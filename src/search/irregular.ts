/** English words whose forms no suffix rule brings together: `base form form ...`, one group after another. */
const GROUPS =
  'arise arose arisen|awake awoke awoken|bear bore borne|become became|begin began begun|bend bent|bind bound|' +
  'bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|buy bought|catch caught|' +
  'choose chose chosen|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|' +
  'drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|' +
  'fly flew flown flies|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|' +
  'get got gotten|give gave given|go went gone goes|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|' +
  'keep kept|kneel knelt|know knew known|lead led|learn learnt|leave left|lend lent|lie lying lied|light lit|' +
  'lose lost|make made|mean meant|meet met|overcome overcame|overwrite overwrote overwritten|pay paid|' +
  'prove proven|rebuild rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|' +
  'seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|' +
  'sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun|' +
  'spring sprang sprung|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|' +
  'swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|' +
  'understand understood|undo undid undone|wake woke woken|wear wore worn|weep wept|win won|withdraw withdrew withdrawn|' +
  'write wrote written writing|use used uses using|' +
  'child children|foot feet|goose geese|index indices indexes|leaf leaves|life lives|man men|matrix matrices|' +
  'mouse mice|person people|tooth teeth|vertex vertices|woman women|wife wives|knife knives|analysis analyses|' +
  'criterion criteria|schema schemata|half halves|shelf shelves|datum data|good better best|bad worse worst';

const BASES: ReadonlyMap<string, string> = new Map(
  GROUPS.split('|').flatMap((group) => {
    const [base = '', ...forms] = group.split(' ');
    return forms.map((form): [string, string] => [form, base]);
  }),
);

/** The base form of an irregular English word, or the word itself. */
export function baseForm(word: string): string {
  return BASES.get(word) ?? word;
}
