import { SEEN, type Phrase } from './phrase';

// Accents are folded away before these run: ü is u.
const OVERRIDE = String.raw`\b(?:ignorier(?:e|t|en sie)?|vergiss|vergessen sie|missachte(?:n sie)?|verwirf|uberschreibe?|umgehe?|ubergehe?|befolge(?:n sie)? (?:nicht|keine)|beachte(?:n sie)? nicht)`;
const FILLER = String.raw`(?:(?:alle[rns]?|jegliche|samtliche|die|der|den|dir|mir|ihnen|bitte|diese|aller) ){0,4}`;
const EARLIER = String.raw`(?:vorherig|vorangegangen|vorig|bisherig|obig|fruher|ursprunglich|bestehend|zuvor|gegeben|vorstehend)\w*`;

export const GERMAN: readonly Phrase[] = [
  {
    seen: SEEN.override,
    literals: [
      ['anweisung', 'instruktion', 'vorgabe', 'prompt', 'befehl', 'richtlinie', 'regel', 'einschrankung'],
    ],
    pattern: new RegExp(
      String.raw`${OVERRIDE} ${FILLER}(?:${EARLIER} (?:\w+ ){0,2}?(?:anweisung|instruktion|vorgabe|prompt|befehl|richtlinie|regel|einschrankung)|(?:deine|ihre)[rn]? (?:\w+ ){0,2}?(?:anweisung|instruktion|vorgabe|prompt|richtlinie|regeln\b|einschrankung)|system-?(?:anweisung|prompt|vorgabe)|(?:anweisungen|instruktionen) (?:oben|zuvor|von vorher))`,
    ),
  },
  {
    seen: SEEN.role,
    literals: [
      ['du bist', 'sie sind', 'von jetzt', 'von nun', 'ab sofort', 'ab jetzt', 'tu so', 'verhalte', 'spiele'],
    ],
    pattern:
      /\b(?:du bist|sie sind) (?:ab )?(?:jetzt|nun|sofort|nicht (?:mehr|langer)) (?:an )?(?:[\w-]+ ){0,5}?(?:ki|ki-\w+|assistent\w*|bot|chatbot|hacker|sprachmodell|modell|charakter|pirat|eingeschrankt|gebunden|dan)\b|\b(?:von (?:jetzt|nun) an|ab (?:sofort|jetzt)) (?:bist|antwortest|wirst|handelst|spielst|agierst|verhaltst) du\b|\b(?:tu so|verhalte dich|spiele)[^.\n]{0,60}ohne (?:jegliche |irgendwelche )?(?:einschrankungen|regeln|filter|zensur|ethik)/,
  },
  {
    seen: SEEN.hide,
    literals: [['nutzer', 'anwender', 'user', 'menschen', 'niemand', 'erwahne']],
    pattern:
      /\b(?:sag|sage|erzahl|erzahle|verrate|berichte|teile|informiere) (?:es |das |dies )?(?:dem |der |den )?(?:be)?(?:nutzer|anwender|user|menschen|niemandem)(?:in|n)? (?:nichts (?:davon|hiervon|daruber)|das nicht|es nicht|davon nichts|nicht (?:davon|daruber|uber diese)|nichts uber diese)|\berwahne (?:dies|das|diese \w+) (?:nicht|niemals|nie)\b[^.\n]{0,20}(?:nutzer|anwender|user)|\b(?:verbirg|verheimliche|verstecke) (?:dies|das|es|diese \w+) (?:vor )?(?:dem|der|den) (?:be)?(?:nutzer|anwender)/,
  },
  {
    seen: SEEN.exfiltrate,
    literals: [
      ['http', '@'],
      ['send', 'schick', 'ubermittl', 'leite', 'lade'],
    ],
    pattern:
      /\b(?:sende|schicke|ubermittle|leite|lade)(?:n sie)? (?:[\w-]+ ){0,5}?(?:passworter|zugangsdaten|chatverlauf|gesprachsverlauf|unterhaltung|umgebungsvariablen|geheimnisse|schlussel|alle (?:\w+ )?(?:daten|dateien|nachrichten|token)|\.env)[^.\n]{0,60}?(?:an|auf|zu|nach) (?:[\w-]+ ){0,3}?(?:https?:|[\w.+-]{1,64}@[\w-])/,
  },
  {
    seen: SEEN.recall,
    literals: [['erinnerung', 'notiz', 'eintrag']],
    pattern:
      /\b(?:wenn|sobald|jedes mal,? wenn) (?:du|sie) diese (?:erinnerung|notiz)[^.\n]{0,12}(?:liest|lesen|siehst|abrufst|ladst)[^.\n]{0,30}(?:fuhre|sende|losche|lade|ignoriere|installiere|starte|antworte)/,
  },
  {
    seen: SEEN.leak,
    literals: [['prompt', 'anweisung', 'instruktion']],
    pattern:
      /\b(?:zeige?|gib|nenne|verrate|wiederhole|drucke) (?:mir )?(?:alle )?(?:deinen?|ihren?) (?:[\w-]+ ){0,2}?(?:system-?prompt|prompt|anweisungen|instruktionen)\b/,
  },
  {
    seen: SEEN.message,
    literals: [['system']],
    pattern:
      /(?:^|\n) ?(?:#{1,6} ?)?[[(<{]{1,3} ?system-?(?:nachricht|anweisung|hinweis|meldung|befehl) ?[:\])>}]|(?:^|\n) ?system: ?(?:du bist|ignoriere|vergiss)/,
  },
];
