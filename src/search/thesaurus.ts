import { analyze } from './analyze';

/**
 * Words developers use for one another, and abbreviations that do not begin like the word they stand for (those that do
 * are similar terms anyway). Each group on its own: what two groups share does not join them.
 */
const GROUPS =
  'delete remove erase drop|folder directory dir|show display print output list|find search locate lookup|' +
  'create make generate build|start launch run begin|stop halt terminate end|kill terminate|error exception failure|' +
  'fail crash break|function method routine fn func|array list|dict dictionary map hash|get retrieve fetch obtain|' +
  'fix repair solve resolve|change modify edit update alter|rename move mv|copy cp duplicate|convert transform cast|' +
  'join concatenate merge combine concat|split divide separate|sort order|count number amount|total sum|check verify test|' +
  'validate verify|compare diff|big large huge|small little tiny|fast quick speed|slow lag|replace substitute|' +
  'database db|package pkg|message msg|password passwd pwd|image img picture|index idx|config cfg configuration settings|' +
  'context ctx|temporary temp tmp|number num|command cmd|string str text|integer int|length len size|character char|' +
  'kubernetes k8s|argument arg parameter param option|element item entry|row line|column field|unique distinct duplicate|' +
  'empty blank null none|random shuffle|environment env|authentication auth login|repository repo|server host machine|' +
  'container docker|document doc documentation|application app|library lib|address ip|job task|thread process|' +
  'save store write|load read open|extract parse|loop iterate iteration|choose select pick|key identifier id|' +
  'reverse invert|average mean|exit quit leave|recursive recursively subdirectory|url link|website web site|' +
  'удалить стереть убрать|папка каталог директория|показать вывести отобразить|найти искать поиск|создать сделать|' +
  'запустить старт начать|остановить прервать|ошибка исключение сбой|функция метод|массив список|словарь хеш|' +
  'получить взять извлечь|исправить починить решить|изменить поменять обновить|преобразовать конвертировать перевести|' +
  'объединить соединить склеить|разделить разбить|проверить тест|заменить подставить|строка текст|число количество|' +
  'сортировка сортировать упорядочить|база бд|настройка конфигурация параметр|сервер хост|файл документ|пароль ключ';

/** What a word of the same group counts as, beside a similarity of bigrams. */
const LIKENESS = 0.65;

const RELATED: ReadonlyMap<string, ReadonlySet<string>> = readGroups();

function readGroups(): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const group of GROUPS.split('|')) {
    const stems = analyze(group).map((token) => token.parts[0] ?? '');
    for (const stem of stems) {
      const others = related.get(stem) ?? new Set<string>();
      for (const other of stems) if (other !== stem) others.add(other);
      related.set(stem, others);
    }
  }
  return related;
}

/** Terms that mean about the same as a form. By term: what it counts as, beside a similarity of bigrams, 0..1. */
export function relatedTerms(form: string): ReadonlyMap<string, number> {
  return new Map([...(RELATED.get(form) ?? [])].map((term) => [term, LIKENESS]));
}
