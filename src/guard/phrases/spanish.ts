import { SEEN, type Phrase } from './phrase';

// Accents are folded away before these run: ó is o, ñ is n.
const OVERRIDE = String.raw`\b(?:ignor(?:a|e|ad|en|ar)|olvid(?:a|e|ad|en|ate de|ese de)|descart(?:a|e|ad|en)|desobedece|desobedezca|omit(?:e|a)|anul(?:a|e)|haz caso omiso (?:de|a)|haga caso omiso (?:de|a)|no (?:sigas|siga|obedezcas|hagas caso (?:de|a)))`;
const FILLER = String.raw`(?:(?:todas?|todos?|las|los|la|el|cualquier|estas|de|a|mis) ){0,4}`;

export const SPANISH: readonly Phrase[] = [
  {
    seen: SEEN.override,
    literals: [
      ['instruccion', 'indicacion', 'directric', 'directiva', 'orden', 'regla', 'prompt', 'restriccion'],
    ],
    pattern: new RegExp(
      String.raw`${OVERRIDE} ${FILLER}(?:(?:instrucci|indicaci|directri|directiva|orden|regla|prompt|restricci)\w* (?:\w+ ){0,2}?(?:anteriores|anterior|previas?|previos?|precedentes?|de arriba|del sistema|originales|iniciales|dadas|recibidas|que (?:te|se te) (?:dieron|han dado))|(?:anteriores|previas) (?:instrucci|indicaci|orden|regla)\w*|(?:tus|sus) (?:\w+ ){0,2}?(?:instrucci|indicaci|directri|directiva|regla|prompt|restricci)\w*)`,
    ),
  },
  {
    seen: SEEN.role,
    literals: [
      [
        'ahora eres',
        'ya no eres',
        'a partir de ahora',
        'de ahora en adelante',
        'desde ahora',
        'actua como',
        'finge',
        'ahora en adelante',
      ],
    ],
    pattern:
      /\b(?:ahora eres|ya no eres|ahora tu eres) (?:un|una|el|la|mi)? ?(?:[\w-]+ ){0,5}?(?:ia|asistente|bot|chatbot|hacker|modelo|personaje|pirata|dan)\b|\b(?:a partir de ahora|de ahora en adelante|desde ahora),? (?:(?:tu )?(?:eres|seras|respondes|responderas|actuas|actuaras|te comportaras)|responde (?:siempre|solo)|actua como|cuando (?:cualquier|el|un) usuario)|\b(?:actua como|finge (?:ser|que eres)|haz de cuenta que eres)[^.\n]{0,60}sin (?:ninguna |ningun )?(?:restricci|limit|filtro|regla|censura|etica)/,
  },
  {
    seen: SEEN.hide,
    literals: [['usuari', 'humano', 'persona', 'nadie']],
    pattern:
      /\bno (?:se )?(?:le )?(?:lo )?(?:menciones|mencione|digas|diga|informes|informe|reveles|revele|cuentes|cuente|muestres) (?:(?:esta|este|esto|estas|nada|lo anterior)(?: [\w-]+){0,2}? )(?:al|a los|a la|a ningun|a) (?:usuari|humano|persona|nadie)|\b(?:oculta|esconde)(?:le)? (?:esto|esta \w+|este \w+) (?:al|a los|a la|del) (?:usuari|humano|persona)|\bno (?:le |se lo )?(?:digas|cuentes|informes) (?:al|a los|a ningun) usuarios? (?:nada )?(?:sobre|de|acerca de) (?:esto|esta|este)|\bsin que (?:el|la) (?:usuari[oa]|persona) (?:lo )?(?:sepa|note|se entere)/,
  },
  {
    seen: SEEN.exfiltrate,
    literals: [
      ['http', '@'],
      ['envia', 'reenvia', 'manda', 'sube', 'transmit'],
    ],
    pattern:
      /\b(?:envia|envie|reenvia|reenvie|manda|mande|sube|suba|transmite|transmita)r?(?:lo|los|las)? (?:[\w-]+ ){0,5}?(?:contrasenas|credenciales|conversacion|historial|claves|secretos|variables de entorno|tod[ao]s? (?:[\w-]+ ){0,2}?(?:datos|archivos|mensajes|informacion|tokens|contenido)|\.env)[^.\n]{0,60}?\b(?:a|al|hacia) (?:[\w-]+ ){0,3}?(?:https?:|[\w.+-]{1,64}@[\w-])/,
  },
  {
    seen: SEEN.recall,
    literals: [['memoria', 'nota', 'recuerdo', 'registro']],
    pattern:
      /\b(?:cuando|cada vez que|si|en cuanto) (?:[\w-]+ ){0,2}?(?:leas|lees|veas|recuerdes|cargues|recuperes|lea) (?:esta|este) (?:memoria|nota|recuerdo|registro)[^.\n]{0,30}(?:ejecuta|envia|borra|elimina|descarga|ignora|instala|responde|llama)/,
  },
  {
    seen: SEEN.leak,
    literals: [['prompt', 'instruccion']],
    pattern:
      /\b(?:muestra|revela|repite|imprime|dime|escribe|ensena)(?:me)? (?:todas )?(?:tus?|sus?) (?:[\w-]+ ){0,2}?(?:prompts?|instrucciones)\b/,
  },
  {
    seen: SEEN.message,
    literals: [['sistema']],
    pattern:
      /(?:^|\n) ?(?:#{1,6} ?)?[[(<{]{1,3} ?(?:mensaje|nota|instruccion|aviso|orden) (?:\w+ )?del sistema ?[:\])>}]|\bnota (?:importante )?del sistema:|(?:^|\n) ?sistema: ?(?:eres|ignora|olvida)/,
  },
];
