import { SEEN, type Phrase } from './phrase';

// Accents are folded away before these run: é is e, ç is c.
const OVERRIDE = String.raw`\b(?:ignore[zrs]?|oublie[zrs]?|neglige[zrs]?|outrepasse[zrs]?|contourne[zrs]?|desobeis(?:sez)?(?: a)?|abandonne[zrs]?|ne (?:tiens|tenez|tenir) (?:pas|plus|aucun) compte (?:de|des)|ne (?:suis|suivez|respecte|respectez) (?:pas|plus)|fai(?:s|tes) abstraction (?:de|des))`;
const FILLER = String.raw`(?:(?:toutes?|tous?|les|la|le|l'|de|des|ces|cette|ceux|quelconques?) ?){0,4}`;

export const FRENCH: readonly Phrase[] = [
  {
    seen: SEEN.override,
    literals: [
      ['instruction', 'consigne', 'directive', 'regle', 'ordre', 'prompt', 'restriction', 'indication'],
    ],
    pattern: new RegExp(
      String.raw`${OVERRIDE} ${FILLER}(?:(?:instructions?|consignes?|directives?|regles?|ordres?|prompts?|restrictions?|indications?) (?:\w+ ){0,2}?(?:precedente?s?|anterieure?s?|ci-dessus|du systeme|systeme|initiale?s?|donnee?s?|recue?s?|d'avant|qui precedent)|(?:precedente?s?|anciennes?) (?:instructions?|consignes?|directives?|regles?|ordres?)|(?:tes|vos) (?:\w+ ){0,2}?(?:instructions?|consignes?|directives?|regles?|prompts?|restrictions?))`,
    ),
  },
  {
    seen: SEEN.role,
    literals: [
      [
        'tu es',
        'vous etes',
        "tu n'es",
        'a partir de maintenant',
        'desormais',
        'dorenavant',
        'fais semblant',
        'agis comme',
        'joue le role',
      ],
    ],
    pattern:
      /\b(?:tu es|vous etes|tu n'es|vous n'etes) (?:desormais|maintenant|dorenavant|plus) (?:un|une|le|la|mon)? ?(?:[\w'-]+ ){0,5}?(?:ia|assistant|bot|chatbot|hacker|pirate|modele|personnage|limite|soumis|dan)\b|\b(?:a partir de maintenant|desormais|dorenavant),? (?:tu (?:es|vas (?:repondre|agir|jouer)|reponds|repondras|agis|agiras)|vous (?:etes|allez (?:repondre|agir)|repondrez))|\b(?:fais semblant d'etre|agis comme|joue le role d)[^.\n]{0,60}sans (?:aucune? )?(?:restriction|limite|filtre|regle|censure|ethique)/,
  },
  {
    seen: SEEN.hide,
    literals: [['utilisat', 'humain', 'personne', 'usager']],
    pattern:
      /\bn(?:e |')(?:en |le |lui )?(?:dis|dites|mentionne|mentionnez|revele|revelez|parle|parlez|informe|informez|signale|signalez) (?:pas|rien|jamais|surtout pas)(?: (?:de )?(?:cela|ceci|ca|cette \w+|ces \w+|tout cela))? (?:a |de )?(?:l'|les |aux |la |une? )?(?:utilisat\w+|humain|personne|usager)(?: de (?:cela|ceci|cette|ces)| et (?:execute|envoie|lance|supprime|installe)|[.!,;\n]|$)|\b(?:cache|cachez|dissimule|dissimulez) (?:cela|ceci|cette \w+) (?:a |aux )(?:l')?(?:utilisat|humain|personne)|\ba l'insu de (?:l'utilisat|la personne)/,
  },
  {
    seen: SEEN.exfiltrate,
    literals: [
      ['http', '@'],
      ['envoie', 'envoye', 'transmet', 'transfer', 'televers'],
    ],
    pattern:
      /\b(?:envoie|envoyez|transmets|transmettez|transfere|transferez|televerse|televersez) (?:[\w'-]+ ){0,5}?(?:mots de passe|identifiants|conversation|historique|cles|secrets|variables d'environnement|toute?s? (?:[\w'-]+ ){0,2}?(?:donnees|fichiers|messages|informations|jetons)|\.env)[^.\n]{0,60}?\b(?:a|vers|sur) (?:[\w'-]+ ){0,3}?(?:https?:|[\w.+-]{1,64}@[\w-])/,
  },
  {
    seen: SEEN.recall,
    literals: [['memoire', 'note', 'souvenir', 'enregistrement']],
    pattern:
      /\b(?:quand|lorsque|chaque fois que|si|des que) (?:tu|vous) (?:lis|lisez|liras|vois|verras|charges|rappelles|recuperes) (?:cette|ce) (?:memoire|note|souvenir|enregistrement)[^.\n]{0,30}(?:execute|envoie|supprime|telecharge|ignore|installe|reponds|lance)/,
  },
  {
    seen: SEEN.leak,
    literals: [['prompt', 'instruction', 'consigne']],
    pattern:
      /\b(?:montre|revele|repete|affiche|donne|dis|ecris)(?:z|-moi)?(?: moi)? (?:toutes )?(?:ton|tes|votre|vos) (?:[\w-]+ ){0,2}?(?:prompts?|instructions|consignes)\b/,
  },
  {
    seen: SEEN.message,
    literals: [['systeme']],
    pattern:
      /(?:^|\n) ?(?:#{1,6} ?)?[[(<{]{1,3} ?(?:message|note|instruction|consigne|ordre) (?:\w+ )?(?:du )?systeme ?[:\])>}]|(?:^|\n) ?systeme ?: ?(?:tu es|ignore|oublie)/,
  },
];
