import type { JudgingWords } from './words.js';

export const PORTUGUESE: JudgingWords = {
  praise: `
    bom boa bons boas melhor melhores excelente* excelen* ótim* fiáve* fiável confiáve* confiável robust* sólid*
    durável duradour* resistente* confortáve* confortável silencios* fácil fáceis simples intuitiv* prátic*
    agradáve* agradável rápid* eficaz* eficiente* potente* perfeit* ideal* destaca* sobressai* excepcional*
    excecional* magnífic* genial* fantástic* incríve* incrível líder* referência reconhecid* popular* segur*
    elegante* modern* inovador* complet* versáti* leve acessíve* acessível qualidade custo-benefício satisf*
    convence* impression* brilha* encanta* adora* recomend* fluid* precis* atencios* simpátic* ganha ganhou
    vencedor* primeiro_lugar impecáve* impecável imbatíve* imbatível favorit* preferid* vantage* ponto_forte
    pontos_fortes delicios* content* transparent* supera* maravilh* vale_a_pena útil úteis`,
  criticism: `
    mau má maus más ruim ruins pior piores péssim* medíocre* dececion* decepcion* desilud* lent* lentidão avari*
    defeito* defeituos* quebr* parte-se frági* frágil barulhent* ruidos* complicad* inútil inúteis lamentáve*
    lamentável horríve* horrível desastr* insuficiente* limitad* frac* problema* queixa* reclama* critic* obsolet*
    ultrapassad* perigos* atras* tarde bug* falha* trava* bloquei* vazamento* vazou vazaram hacke* multa* multad*
    processad* recolhid* falência burla* fraude* golpe* engan* sobrevalorizad* caríssim* desagradáve* desagradável
    desconfortáve* desconfortável instáve* instável pouco_fiável nunca_cheg* perde perdeu perdem último_lugar
    última_posição arrepend* insatisf* descontent* incompetent* aquece_demais incêndi* explod* desgast* enferruj*
    desvantage* inconveniente* ponto_fraco pontos_fracos suj* impossíve* impossível abandon* frustr*
    taxas_escondidas deixa_a_desejar dura_pouco ignora* não_respond* não_funciona* deficiente*`,
  negations: 'não nunca jamais nenhum nenhuma nem sem nada tampouco pouco',
  excess: 'demasiado demais muito_car*',
  turns: 'mas porém contudo embora infelizmente no_entanto todavia',
  advises: `
    recomend* aconselh* melhor_escolha melhor_opção ótima_escolha o_melhor a_melhor vale_a_pena imperdíve*
    escolha_certa`,
  warns: 'evite evitem evitar fuja desaconselh* não_recomend* não_vale não_compre* cuidado_com afaste-se',
  lists: 'melhor* recomend* destaque* opções escolhas dicas',
  money: 'caro cara caros caras preço* custa* custo* euros reais €',
};
