package dev.referee.client;

import com.google.protobuf.ByteString;
import dev.referee.v1.BatchCheckClosesResponse;
import dev.referee.v1.BatchEvaluateHandsResponse;
import dev.referee.v1.BatchValidateRecordsResponse;
import dev.referee.v1.CloseResult;
import dev.referee.v1.HandResult;
import dev.referee.v1.RecordResult;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Parts any number of items into batches, and reads what a server answers to each. */
final class Batches {
  /** The most items of one batch. */
  static final int ITEMS = 1000;

  /** The most bytes of its records together; a message has at most 4 MiB. */
  static final int BYTES = 3_500_000;

  private Batches() {}

  /** The answers to all items. */
  static <Q, A> List<Item<A>> ofItems(List<Q> items, Function<List<Q>, List<Item<A>>> ask) {
    List<Item<A>> answers = new ArrayList<>(items.size());
    while (answers.size() < items.size()) {
      int end = Math.min(items.size(), answers.size() + ITEMS);
      answers.addAll(complete(items.subList(answers.size(), end), ask));
    }
    return List.copyOf(answers);
  }

  /** The answers to all records. */
  static <A> List<Item<A>> ofRecords(
      List<String> records, Function<List<ByteString>, List<Item<A>>> ask) {
    return ofTexts(records.stream().map(ByteString::copyFromUtf8).toList(), ask);
  }

  /** The answers to all texts. */
  static <A> List<A> ofTexts(List<ByteString> texts, Function<List<ByteString>, List<A>> ask) {
    List<A> answers = new ArrayList<>(texts.size());
    while (answers.size() < texts.size()) {
      answers.addAll(complete(first(texts.subList(answers.size(), texts.size())), ask));
    }
    return List.copyOf(answers);
  }

  /** As many of the records as one message holds, at least one. */
  static List<ByteString> first(List<ByteString> records) {
    long size = 0;
    for (int i = 0; i < records.size(); i++) {
      size += records.get(i).size();
      if (i > 0 && (i == ITEMS || size > BYTES)) {
        return records.subList(0, i);
      }
    }
    return records;
  }

  /** The answers to one batch, as many as there are questions. */
  private static <Q, A> List<A> complete(List<Q> batch, Function<List<Q>, List<A>> ask) {
    List<A> answers = ask.apply(batch);
    if (answers.size() != batch.size()) {
      String told =
          "the server gave " + answers.size() + " answers to " + batch.size() + " questions";
      throw RefereeException.failed(Status.Code.INTERNAL, told);
    }
    return answers;
  }

  static List<Item<Hand>> hands(BatchEvaluateHandsResponse answer) {
    List<Item<Hand>> items = new ArrayList<>();
    for (HandResult one : answer.getResultsList()) {
      items.add(
          one.hasFault()
              ? new Item.Faulty<>(one.getFault())
              : new Item.Answered<>(Hand.of(one.getValue(), answer.getRuleSetDigest())));
    }
    return items;
  }

  static List<Item<CloseCheck>> closes(BatchCheckClosesResponse answer) {
    List<Item<CloseCheck>> items = new ArrayList<>();
    for (CloseResult one : answer.getResultsList()) {
      items.add(
          one.hasFault()
              ? new Item.Faulty<>(one.getFault())
              : new Item.Answered<>(CloseCheck.of(one.getAnswer(), answer.getRuleSetDigest())));
    }
    return items;
  }

  static List<Item<RecordCheck>> records(BatchValidateRecordsResponse answer) {
    List<Item<RecordCheck>> items = new ArrayList<>();
    for (RecordResult one : answer.getResultsList()) {
      items.add(
          one.hasFault()
              ? new Item.Faulty<>(one.getFault())
              : new Item.Answered<>(RecordCheck.of(one.getVerdict())));
    }
    return items;
  }
}
