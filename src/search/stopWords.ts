/**
 * Function and question words of the languages most memories are written in, folded as `foldWord` folds. They weigh
 * little in a query that has other words. Words that are also technical terms (`all`, `if`, `for`) are here too:
 * a query of nothing else still counts them in full.
 */
const ENGLISH =
  'a about after again all also am an and any are arent as at be because been before being both but by can cannot ' +
  'cant could couldnt did do does doing done dont doesnt didnt down each for from had hadnt has hasnt have havent ' +
  'having he her here hers him his how i if in into is isnt it its just let like me more most my no nor not of off ' +
  'on once only or other our out over own please should shouldnt so some such than that the their them then there ' +
  'these they this those through to too under until up us very was wasnt we were werent what when where which while ' +
  'who whom whose why will with wont would wouldnt you your im ive';
const RUSSIAN =
  'а без более бы был была были было быть в вам вас во вот все всего всех вы где да для до его ее если есть еще же ' +
  'за зачем и из или им их к как какая какие какой каким каких какого кем когда кого ко которая которые который кто ' +
  'куда ли либо между меня мне можно мой мы на над надо нам нас наш не него нее нет ни них но ну о об один он она ' +
  'они оно от откуда очень по под после почему при про с свой себя со сколько так также такой там те тем то того ' +
  'тоже той только том тот ты у уже чего чем через что чтобы чье чья эта эти это этого этой этом этот я';
const GERMAN =
  'aber als am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser dieses doch ' +
  'durch ein eine einem einen einer eines er es fur hat haben hatte ich ihr ihre im in ist ja kann kein keine man ' +
  'mein mit nach nicht noch nur ob oder ohne sein seine sich sie sind so uber um und uns unter vom von vor wann ' +
  'warum was welche welchem welchen welcher welches wer werden wie wieso wir wird wo wurde wurden zu zum zur';
const ROMANCE =
  'au aux avec ce ces cette comment dans de des du elle en est et il ils je la le les leur mais ne nous ou par pas ' +
  'pour pourquoi qu quand que quel quelle quelles quels qui sa se ses son sont sur un une vous ' +
  'al como con cual cuales cuando cuanto cuantos de del desde donde el ella en entre es esta este fue ha la las lo ' +
  'los mas muy no para pero por porque que quien se si sin sobre son su sus un una unos y ' +
  'ao aos com como da das do dos e em foi mais mas na nas nao no nos o os ou pela pelo qual quais quem sao um uma ' +
  'che chi come con cosa cui da dal dei del della delle di dove gli il lo ma nel nella per perche piu quale quando ' +
  'sono una uno';

const WORDS: ReadonlySet<string> = new Set([ENGLISH, RUSSIAN, GERMAN, ROMANCE].join(' ').split(' '));

/** Whether a folded word carries grammar rather than meaning. */
export function isStopWord(word: string): boolean {
  return WORDS.has(word);
}
