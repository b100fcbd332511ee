import type { JudgingWords } from './words.js';

export const ITALIAN: JudgingWords = {
  praise: `
    buono buona buoni buone buon migliore migliori meglio eccellent* ottim* affidabil* robust* solid* durevol*
    resistent* comod* silenzios* facil* semplic* intuitiv* pratic* piacevol* veloc* rapid* efficac* efficient*
    potent* perfett* ideal* spicca* eccezional* magnific* fantastic* geniale incredibil* leader riferimento
    rinomat* apprezzat* popolar* sicur* elegant* modern* innovativ* complet* versatil* legger* convenient* qualità
    rapporto_qualità* soddisf* convinc* impression* brilla* ador* piace consigli* raccomand* fluid* precis*
    gentil* professional* vince vinto vincitor* primo_posto impeccabil* imbattibil* preferit* vantaggi*
    punto_di_forza punti_di_forza delizios* content* trasparent* supera* meravigli* vale_la_pena utile utili
    eccelle* straordinari*`,
  criticism: `
    cattiv* male peggio peggiore peggiori pessim* mediocr* delud* delus* lent* lentezz* guast* difett* rotto rotta
    rompe rompono fragil* rumoros* complicat* inutil* inutilizzabil* orribil* disastr* scadent* insufficient*
    limitat* debol* problem* lamentel* lamenta* critic* obsolet* superat* pericolos* ritard* bug* blocca* crash*
    fallisc* fallit* fallimento violazion* hackerat* multa* multat* sanzion* citat* richiamat* truff* inganna*
    sopravvalutat* carissim* sgradevol* scomod* instabil* inaffidabil* poco_affidabil* mai_arriv* perde perso
    perdono ultimo_posto ultima_posizione pent* insoddisf* scontent* incompetent* surriscald* incendi* esplos*
    esplod* usura arrugginisc* svantaggi* punto_debole punti_deboli sporc* impossibil* abbandonat* frustr*
    costi_nascosti lascia_a_desiderare dura_poco ignora* non_risponde* non_funziona* carent*`,
  negations: 'non mai nessun nessuno nessuna né senza niente nulla poco',
  excess: 'troppo troppa troppi',
  turns: 'ma però tuttavia sebbene purtroppo anche_se',
  advises: `
    consigli* raccomand* scelta_migliore miglior_scelta migliore_scelta la_migliore il_migliore vale_la_pena
    imperdibil* scelta_giusta`,
  warns: 'evita evitate evitare evitatela sconsigli* non_consigli* non_raccomand* non_vale alla_larga attenzione_a',
  lists: 'miglior* consigli* raccomand* scelte opzioni',
  money: 'caro cara cari care prezz* costa* costo* costi* tariff* euro €',
};
