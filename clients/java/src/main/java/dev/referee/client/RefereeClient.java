package dev.referee.client;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import dev.referee.v1.AnswerLinesRequest;
import dev.referee.v1.ApplyActionRequest;
import dev.referee.v1.BatchCheckClosesRequest;
import dev.referee.v1.BatchEvaluateHandsRequest;
import dev.referee.v1.BatchEvaluateHandsResponse;
import dev.referee.v1.BatchValidateRecordsRequest;
import dev.referee.v1.CardList;
import dev.referee.v1.CheckActionRequest;
import dev.referee.v1.CheckCloseRequest;
import dev.referee.v1.CheckRuleSetRequest;
import dev.referee.v1.CheckRuleSetResponse;
import dev.referee.v1.CompileRuleSetRequest;
import dev.referee.v1.CompileRuleSetResponse;
import dev.referee.v1.DescribeRuleSetRequest;
import dev.referee.v1.DescribeRuleSetResponse;
import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.EvaluateHandResponse;
import dev.referee.v1.FormatRecordRequest;
import dev.referee.v1.FormatRecordResponse;
import dev.referee.v1.GameState;
import dev.referee.v1.GetRuleSetRequest;
import dev.referee.v1.ListLegalActionsRequest;
import dev.referee.v1.ListLegalActionsResponse;
import dev.referee.v1.ListRuleSetsRequest;
import dev.referee.v1.ListRuleSetsResponse;
import dev.referee.v1.ParseRecordRequest;
import dev.referee.v1.ParseRecordResponse;
import dev.referee.v1.RecordServiceGrpc;
import dev.referee.v1.RefereeServiceGrpc;
import dev.referee.v1.RoundFacts;
import dev.referee.v1.RuleSet;
import dev.referee.v1.RuleSetServiceGrpc;
import dev.referee.v1.RuleSetSummary;
import dev.referee.v1.Ruling;
import dev.referee.v1.ScoreRoundRequest;
import dev.referee.v1.ScoreRoundResponse;
import dev.referee.v1.ValidateRecordRequest;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Asks one server. It may be used by any number of threads.
 *
 * <p>A call that fails throws a {@link RefereeException}. A state that is null is a game that has
 * not begun.
 */
public final class RefereeClient implements AutoCloseable {
  /** The deadline of a call about one thing, where nobody says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(3);

  /** That of a batch, of a call about a record, and of one that compiles. */
  public static final Duration DEFAULT_BATCH_TIMEOUT = Duration.ofSeconds(30);

  /** How long a stream waits for the answer to one chunk. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(1);

  private final ManagedChannel channel;
  private final Calls calls;
  private final Digests digests;
  private final Duration patience;

  RefereeClient(Calls calls, Digests digests, Duration patience) {
    this.channel = calls.channel();
    this.calls = calls;
    this.digests = digests;
    this.patience = patience;
  }

  /**
   * A client of the server at a target ("127.0.0.1:50051"), unencrypted. It connects when the first
   * call is made.
   */
  public static RefereeClient connect(String target) {
    return builder(target).build();
  }

  /** A client with settings of one's own. */
  public static RefereeClientBuilder builder(String target) {
    return new RefereeClientBuilder(requireNonNull(target, "target"));
  }

  /**
   * The same client, over the same connection, whose calls each have that deadline. Closing either
   * closes both.
   */
  public RefereeClient within(Duration timeout) {
    return new RefereeClient(new Calls(channel, timeout, timeout, calls.met()), digests, patience);
  }

  /** The connection, for generated stubs. {@link RefereeException#of} reads what they throw. */
  public ManagedChannel channel() {
    return channel;
  }

  /** Ends the connection; calls under way fail. */
  @Override
  public void close() {
    channel.shutdownNow();
  }

  Digests digests() {
    return digests;
  }

  /** House rules that the server keeps. */
  public RuleSetStore store() {
    return new RuleSetStore(calls);
  }

  // Rule sets

  /** All rule sets the server offers, by name. */
  public List<RuleSetSummary> listRuleSets() {
    List<RuleSetSummary> listed = new ArrayList<>();
    String token = "";
    do {
      ListRuleSetsRequest request = ListRuleSetsRequest.newBuilder().setPageToken(token).build();
      ListRuleSetsResponse page = calls.ask(RuleSetServiceGrpc.getListRuleSetsMethod(), request);
      listed.addAll(page.getRuleSetsList());
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return List.copyOf(listed);
  }

  /** Everything about a rule set, and its YAML where withSource says so. */
  public RuleSet getRuleSet(Rules rules, boolean withSource) {
    GetRuleSetRequest request =
        GetRuleSetRequest.newBuilder()
            .setRuleSet(rules.selector())
            .setWithSource(withSource)
            .build();
    return calls.ask(RuleSetServiceGrpc.getGetRuleSetMethod(), request).getRuleSet();
  }

  /** What is wrong with a rule set. Its examples are run. */
  public CheckRuleSetResponse checkRuleSet(Rules.Source source) {
    CheckRuleSetRequest request =
        CheckRuleSetRequest.newBuilder()
            .setSource(source.yaml())
            .setFileName(source.fileName())
            .build();
    return calls.ask(RuleSetServiceGrpc.getCheckRuleSetMethod(), request);
  }

  /**
   * Compiles a rule set, so that calls can name it by its digest; this client does so by itself.
   */
  public CompileRuleSetResponse compileRuleSet(Rules.Source source) {
    CompileRuleSetRequest request =
        CompileRuleSetRequest.newBuilder()
            .setSource(source.yaml())
            .setFileName(source.fileName())
            .build();
    CompileRuleSetResponse answer =
        calls.ask(RuleSetServiceGrpc.getCompileRuleSetMethod(), request);
    digests.remember(source, answer.getRuleSet().getDigest());
    return answer;
  }

  /** The printed rules of a table in its language. */
  public DescribeRuleSetResponse describeRuleSet(Table table) {
    DescribeRuleSetRequest request =
        DescribeRuleSetRequest.newBuilder()
            .setTable(table.whole())
            .setLanguage(table.language())
            .build();
    return calls.ask(RuleSetServiceGrpc.getDescribeRuleSetMethod(), request);
  }

  // Hands and closes

  /**
   * What a hand is worth, in its best arrangement. All cards stand in one text, parted by blanks.
   */
  public Hand evaluateHand(Table table, String cards, HandOption... options) {
    return evaluateHand(table, List.of(cards), options);
  }

  /** What a hand is worth, in its best arrangement. Any notation a person would write is read. */
  public Hand evaluateHand(Table table, List<String> cards, HandOption... options) {
    EvaluateHandRequest.Builder request =
        EvaluateHandRequest.newBuilder().addAllCards(cards).setAllOptimal(allOptimal(options));
    EvaluateHandResponse answer =
        digests.byDigest(
            table,
            setup ->
                calls.ask(
                    RefereeServiceGrpc.getEvaluateHandMethod(), request.setTable(setup).build()),
            EvaluateHandResponse::getRuleSetDigest);
    return Hand.of(answer.getValue(), answer.getRuleSetDigest());
  }

  /**
   * What each of any number of hands is worth, in order. They go in batches of 1,000, each with a
   * deadline of its own.
   */
  public List<Item<Hand>> batchEvaluateHands(
      Table table, List<List<String>> hands, HandOption... options) {
    return Batches.ofItems(
        hands,
        batch -> {
          BatchEvaluateHandsRequest.Builder request = BatchEvaluateHandsRequest.newBuilder();
          request.setAllOptimal(allOptimal(options));
          batch.forEach(cards -> request.addHands(CardList.newBuilder().addAllCards(cards)));
          BatchEvaluateHandsResponse answer =
              digests.byDigest(
                  table,
                  setup ->
                      calls.ask(
                          RefereeServiceGrpc.getBatchEvaluateHandsMethod(),
                          request.setTable(setup).build()),
                  BatchEvaluateHandsResponse::getRuleSetDigest);
          return Batches.hands(answer);
        });
  }

  private static boolean allOptimal(HandOption... options) {
    return Arrays.asList(options).contains(HandOption.ALL_OPTIMAL);
  }

  /** Whether a close is legal and what it is, or why not. A refused close throws nothing. */
  public CloseCheck checkClose(Table table, Closing closing) {
    CheckCloseRequest request =
        CheckCloseRequest.newBuilder()
            .setTable(table.whole())
            .setClose(closing.message())
            .setLanguage(table.language())
            .build();
    var answer = calls.ask(RefereeServiceGrpc.getCheckCloseMethod(), request);
    return CloseCheck.of(answer.getAnswer(), answer.getRuleSetDigest());
  }

  /** The same of any number of closes, in order; deadlines as in {@link #batchEvaluateHands}. */
  public List<Item<CloseCheck>> batchCheckCloses(Table table, List<Closing> closings) {
    return Batches.ofItems(
        closings,
        batch -> {
          BatchCheckClosesRequest.Builder request = BatchCheckClosesRequest.newBuilder();
          request.setTable(table.whole()).setLanguage(table.language());
          batch.forEach(closing -> request.addCloses(closing.message()));
          return Batches.closes(
              calls.ask(RefereeServiceGrpc.getBatchCheckClosesMethod(), request.build()));
        });
  }

  // Games

  /** Every play that is legal where a game stands. */
  public ListLegalActionsResponse listLegalActions(Table table, GameState state) {
    ListLegalActionsRequest.Builder request = ListLegalActionsRequest.newBuilder();
    Optional.ofNullable(state).ifPresent(request::setState);
    return digests.byDigest(
        table,
        setup ->
            calls.ask(
                RefereeServiceGrpc.getListLegalActionsMethod(), request.setTable(setup).build()),
        ListLegalActionsResponse::getRuleSetDigest);
  }

  /** Whether something may be done where a game stands, or why not. */
  public ActionCheck checkAction(Table table, GameState state, Play play) {
    CheckActionRequest.Builder request = CheckActionRequest.newBuilder();
    Optional.ofNullable(state).ifPresent(request::setState);
    if (play instanceof Play.Word written) {
      request.setWord(written.word());
    } else if (play instanceof Play.Act act) {
      request.setAction(act.action());
    }
    request.setTable(table.whole()).setLanguage(table.language());
    return ActionCheck.of(calls.ask(RefereeServiceGrpc.getCheckActionMethod(), request.build()));
  }

  /** The game after a play. Without a state the play is the first deal. */
  public ActionCheck applyAction(Table table, GameState state, Play play) {
    return applyRuling(table, state, play, null);
  }

  /**
   * The game after a play that a director lets stand, or after a ruling alone (the play is null).
   */
  public ActionCheck applyRuling(Table table, GameState state, Play play, Ruling ruling) {
    ApplyActionRequest.Builder request = ApplyActionRequest.newBuilder();
    Optional.ofNullable(state).ifPresent(request::setState);
    Optional.ofNullable(ruling).ifPresent(request::setRuling);
    if (play instanceof Play.Word written) {
      request.setWord(written.word());
    } else if (play instanceof Play.Act act) {
      request.setAction(act.action());
    }
    request.setTable(table.whole()).setLanguage(table.language());
    return ActionCheck.of(calls.ask(RefereeServiceGrpc.getApplyActionMethod(), request.build()));
  }

  /** What the round of a game in the stage COUNT is worth, and how the game goes on. */
  public ScoreRoundResponse scoreRound(Table table, GameState state) {
    return score(table, ScoreRoundRequest.newBuilder().setState(state));
  }

  /** The same, and what the rules of another table make of the same cards. */
  public ScoreRoundResponse scoreRound(Table table, GameState state, Table repricedAt) {
    return score(
        table, ScoreRoundRequest.newBuilder().setState(state).setRepricedAt(repricedAt.whole()));
  }

  /** Prices a round that has been shown, for example one from an earlier answer. */
  public ScoreRoundResponse scoreFacts(Table table, RoundFacts facts) {
    return score(table, ScoreRoundRequest.newBuilder().setFacts(facts));
  }

  /** The same, and what the rules of another table make of the same cards. */
  public ScoreRoundResponse scoreFacts(Table table, RoundFacts facts, Table repricedAt) {
    return score(
        table, ScoreRoundRequest.newBuilder().setFacts(facts).setRepricedAt(repricedAt.whole()));
  }

  private ScoreRoundResponse score(Table table, ScoreRoundRequest.Builder request) {
    request.setTable(table.whole()).setLanguage(table.language());
    return calls.ask(RefereeServiceGrpc.getScoreRoundMethod(), request.build());
  }

  // Records

  /** Reads a record from YAML or JSON, and gives its plays as actions. */
  public ParseRecordResponse parseRecord(String record, Reading reading) {
    ParseRecordRequest.Builder request = ParseRecordRequest.newBuilder();
    request.setSource(ByteString.copyFromUtf8(record));
    request.setStrict(reading.strict()).setFileName(reading.fileName());
    reading.rules().ifPresent(rules -> request.setRuleSet(rules.selector()));
    return calls.ask(RecordServiceGrpc.getParseRecordMethod(), request.build());
  }

  /** Writes a record, given as YAML or JSON, in canonical form. */
  public FormatRecordResponse formatRecord(String record, Writing writing) {
    FormatRecordRequest.Builder request = FormatRecordRequest.newBuilder();
    request.setSource(ByteString.copyFromUtf8(record)).setSeal(writing.seal());
    writing.rules().ifPresent(rules -> request.setRuleSet(rules.selector()));
    writing.plays().forEach(actions -> request.addPlaysBuilder().addAllActions(actions));
    return calls.ask(RecordServiceGrpc.getFormatRecordMethod(), request.build());
  }

  /**
   * Judges a record, given as YAML or JSON. Whatever is wrong with it is its verdict, and throws
   * nothing.
   */
  public RecordCheck validateRecord(String record, Judging judging) {
    ValidateRecordRequest.Builder request = ValidateRecordRequest.newBuilder();
    request.setSource(ByteString.copyFromUtf8(record)).setKeepGoing(judging.keepGoing());
    request.setLanguage(judging.language());
    judging.rules().ifPresent(rules -> request.setRuleSet(rules.selector()));
    return RecordCheck.of(
        calls.ask(RecordServiceGrpc.getValidateRecordMethod(), request.build()).getVerdict());
  }

  /** Judges any number of records, in order; deadlines as in {@link #batchEvaluateHands}. */
  public List<Item<RecordCheck>> batchValidateRecords(List<String> records, Judging judging) {
    return Batches.ofRecords(
        records,
        batch -> {
          BatchValidateRecordsRequest.Builder request = BatchValidateRecordsRequest.newBuilder();
          request
              .setKeepGoing(judging.keepGoing())
              .setLanguage(judging.language())
              .setFull(judging.full());
          judging.rules().ifPresent(rules -> request.setRuleSet(rules.selector()));
          batch.forEach(record -> request.addRecordsBuilder().setSource(record));
          return Batches.records(
              calls.ask(RecordServiceGrpc.getBatchValidateRecordsMethod(), request.build()));
        });
  }

  /**
   * Answers questions of the line protocol, each a line of JSON about rule sets that the server
   * has, in order: any number, as {@code referee answer} does. A bad line is answered, too.
   */
  public List<String> answerLines(List<ByteString> lines) {
    return Batches.ofTexts(
        lines,
        batch -> {
          AnswerLinesRequest request = AnswerLinesRequest.newBuilder().addAllLines(batch).build();
          return calls.ask(RecordServiceGrpc.getAnswerLinesMethod(), request).getAnswersList();
        });
  }

  /**
   * Judges any number of records, each as JSON, and gives the answers in order as they come. It
   * reads the records no faster than they are answered, and goes on by itself after a broken
   * connection. A deadline of the Context is that of the whole stream; without one each answer is
   * waited for a minute ({@link RefereeClientBuilder#patience}).
   */
  public RecordStream streamValidateRecords(Iterator<String> records, Judging judging) {
    return new RecordStream(channel, records, judging, patience);
  }
}
